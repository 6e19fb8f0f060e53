package db

import "context"

// IDs lists the ids of the games that the filter chooses, in rising order.
func (a *Archive) IDs(ctx context.Context, f Filter) (list []int64, err error) {
	err = a.viewFor(ctx, &f, func(s *snapshot) error {
		w, err := f.condition(ctx, s)
		if err != nil {
			return err
		}
		rows, err := s.tx.QueryContext(ctx, "SELECT id FROM game WHERE "+w.sql()+" ORDER BY id", w.args...)
		if err != nil {
			return err
		}
		return each(rows, func() error {
			var id int64
			err := rows.Scan(&id)
			list = append(list, id)
			return err
		})
	})
	return list, err
}
