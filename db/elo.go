package db

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"alai/replay/rules"
)

// A Rating is a player's strength under one ruleset (docs/statistics.md).
type Rating struct {
	Elo   float64
	Error float64 // half of the 95 % interval, the opponents' ratings taken as known
}

// A RatedStanding is a standing with its rating, nil where the player has no game
// with a result against another one.
type RatedStanding struct {
	Standing
	Rating *Rating
}

// A ratedKey is a player, by name, under a ruleset.
type ratedKey struct {
	ruleset rules.Ruleset
	player  string
}

// RatedPlayers is Players with ratings from the same games.
func (a *Archive) RatedPlayers(ctx context.Context, f Filter) (list []RatedStanding, err error) {
	err = a.standings(ctx, &f, func(s *snapshot, who people, standings []Standing) error {
		ratings, err := rated(ctx, s, &f, who)
		for _, st := range standings {
			list = append(list, RatedStanding{st, ratings[ratedKey{st.Ruleset, st.Player}]})
		}
		return err
	})
	return list, err
}

// rated rates the players of the games that the filter chooses.
func rated(ctx context.Context, s *snapshot, f *Filter, who people) (map[ratedKey]*Rating, error) {
	w, err := f.statsCondition(ctx, s)
	if err != nil {
		return nil, err
	}
	known, err := s.rulesets(ctx)
	if err != nil {
		return nil, err
	}
	played := make(map[int64][]contest)
	if err := readMeetings(ctx, s, w, func(m *meeting) {
		south, north := who[m.players[rules.South]].person, who[m.players[rules.North]].person
		games := m.south + m.draws + m.north
		if games == 0 || south == nil || north == nil || south == north {
			return
		}
		c := contest{players: [2]*person{south, north}, games: float64(games), points: float64(m.south) + float64(m.draws)/2}
		if north.name < south.name {
			c = contest{players: [2]*person{north, south}, games: c.games, points: c.games - c.points}
		}
		played[m.ruleset] = append(played[m.ruleset], c)
	}); err != nil {
		return nil, err
	}
	ratings := make(map[ratedKey]*Rating)
	for id, list := range played {
		players, list := inOrderOfNames(list)
		for i, rating := range rate(len(players), list) {
			ratings[ratedKey{known[id], players[i].name}] = &rating
		}
	}
	return ratings, nil
}

// A contest is the games with a result between two players.
type contest struct {
	players       [2]*person // the one whose name is the less comes first
	a, b          int32      // their indices
	games, points float64    // the points are a's
}

// inOrderOfNames returns the players of contests, and the contests with their
// indices, one for two players: all of it in the order of the names, so that nothing
// that is added up depends on how the games came in.
func inOrderOfNames(list []contest) ([]*person, []contest) {
	at := make(map[*person]int32)
	var players []*person
	for i := range list {
		for _, p := range list[i].players {
			if _, ok := at[p]; !ok {
				at[p] = 0
				players = append(players, p)
			}
		}
	}
	slices.SortFunc(players, func(a, b *person) int { return strings.Compare(a.name, b.name) })
	for i, p := range players {
		at[p] = int32(i)
	}
	for i := range list {
		list[i].a, list[i].b = at[list[i].players[0]], at[list[i].players[1]]
	}
	slices.SortFunc(list, func(x, y contest) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	merged := list[:0]
	for _, c := range list {
		if last := len(merged) - 1; last >= 0 && merged[last].a == c.a && merged[last].b == c.b {
			merged[last].games += c.games
			merged[last].points += c.points
		} else {
			merged = append(merged, c)
		}
	}
	return players, merged
}

const (
	middleElo = 1500
	eloScale  = 400 / math.Ln10 // Elo points of a natural logarithm of odds
	normal95  = 1.959964        // between minus this and this lie 95 % of the normal distribution
)

// Bounds of the iteration. Newton's method comes to the end of what a float64 can
// tell in some ten steps, more where a player won everything.
const (
	maxNewton  = 100
	maxMove    = 2     // of a rating in one step, in logarithms of odds
	enough     = 1e-10 // a step that changes no rating by more is the last
	cgResidual = 1e-6  // of the linear equations of a step
)

// A rater looks for the ratings under which the results are most likely. It counts
// in natural logarithms of odds, 0 for middleElo. Each player has, besides its
// contests, drawn one game against a player of rating 0.
type rater struct {
	contests []contest
	points   []float64 // of each player, the half of that draw too
	ratings  []float64

	// At the ratings:
	gradient []float64 // points less expected points
	weights  []float64 // of each contest: games * p * (1-p), p the chance of a
	drawn    []float64 // of each player: the same of that draw
	diagonal []float64 // the sum of both, of each player
}

// rate returns the ratings of n players.
func rate(n int, contests []contest) []Rating {
	r := rater{
		contests: contests, points: make([]float64, n), ratings: make([]float64, n), gradient: make([]float64, n),
		weights: make([]float64, len(contests)), drawn: make([]float64, n), diagonal: make([]float64, n),
	}
	for i := range r.points {
		r.points[i] = 0.5
	}
	for i := range contests {
		c := &contests[i]
		r.points[c.a] += c.points
		r.points[c.b] += c.games - c.points
	}
	r.solve()
	list := make([]Rating, n)
	for i := range list {
		list[i] = Rating{middleElo + eloScale*r.ratings[i], normal95 * eloScale / math.Sqrt(r.diagonal[i])}
	}
	return list
}

// solve climbs to the most likely ratings by Newton's method.
func (r *rater) solve() {
	r.look(r.ratings)
	next := make([]float64, len(r.ratings))
	for range maxNewton {
		step := r.newtonStep()
		slope := dot(r.gradient, step)
		length := 1.0
		if most := largest(step); most > maxMove {
			length = maxMove / most
		}
		for {
			for i := range next {
				next[i] = r.ratings[i] + length*step[i]
			}
			r.look(next)
			// A step that leads far beyond the top in its direction is too long.
			if dot(r.gradient, step) >= -slope/2 || length < 1e-3 {
				break
			}
			length /= 2
		}
		copy(r.ratings, next)
		if length*largest(step) < enough {
			return
		}
	}
}

// look computes what depends on the ratings.
func (r *rater) look(ratings []float64) {
	for i, rating := range ratings {
		p := chance(rating)
		r.drawn[i] = p * (1 - p)
		r.gradient[i], r.diagonal[i] = r.points[i]-p, r.drawn[i]
	}
	for i := range r.contests {
		c := &r.contests[i]
		p := chance(ratings[c.a] - ratings[c.b])
		r.gradient[c.a] -= c.games * p
		r.gradient[c.b] -= c.games * (1 - p)
		r.weights[i] = c.games * p * (1 - p)
		r.diagonal[c.a] += r.weights[i]
		r.diagonal[c.b] += r.weights[i]
	}
}

// chance returns the expected score of who is rated so much higher.
func chance(difference float64) float64 { return 1 / (1 + math.Exp(-difference)) }

// newtonStep solves the linear equations of a step, of the second derivatives times
// the step to be the gradient, by conjugate gradients preconditioned with the
// diagonal.
func (r *rater) newtonStep() []float64 {
	n := len(r.gradient)
	step, residual, scaled, times := make([]float64, n), slices.Clone(r.gradient), make([]float64, n), make([]float64, n)
	precondition := func() float64 {
		for i := range scaled {
			scaled[i] = residual[i] / r.diagonal[i]
		}
		return dot(residual, scaled)
	}
	size := precondition()
	least := size * cgResidual * cgResidual
	direction := slices.Clone(scaled)
	for range 2*n + 10 {
		if size <= least {
			break
		}
		r.multiply(times, direction)
		alpha := size / dot(direction, times)
		for i := range step {
			step[i] += alpha * direction[i]
			residual[i] -= alpha * times[i]
		}
		before := size
		size = precondition()
		for i := range direction {
			direction[i] = scaled[i] + size/before*direction[i]
		}
	}
	return step
}

// multiply sets product to the second derivatives, their sign changed, times v.
func (r *rater) multiply(product, v []float64) {
	for i := range v {
		product[i] = r.drawn[i] * v[i]
	}
	for i := range r.contests {
		c := &r.contests[i]
		t := r.weights[i] * (v[c.a] - v[c.b])
		product[c.a] += t
		product[c.b] -= t
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// largest returns the largest of the absolute values.
func largest(v []float64) (most float64) {
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}
