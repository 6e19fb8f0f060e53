package replay

import (
	"strconv"
	"strings"
	"time"
)

// DateInterval returns the first and the last day that a date may mean, as
// year * 10000 + month * 100 + day. What it does not say is '?' or left out:
// "1928.??.??" and "1928" are the year, "192?" the decade. It returns false for
// text that is no date, and for a day that there is not.
func DateInterval(text string) (from, to int, ok bool) {
	if y, m, d, ok := plainDate(text); ok { // nearly all dates are
		if y == 0 || m < 1 || m > 12 || d < 1 || d > daysIn(y, m) {
			return 0, 0, false
		}
		day := y*10000 + m*100 + d
		return day, day, true
	}
	fields := strings.FieldsFunc(strings.TrimSpace(text), func(c rune) bool { return c == '.' || c == '-' || c == '/' })
	if len(fields) == 0 || len(fields) > 3 || len(fields[0]) != 4 {
		return 0, 0, false
	}
	firstYear, lastYear, ok := digitRange(fields[0])
	if !ok || lastYear == 0 || fields[0] == "????" {
		return 0, 0, false
	}
	month, day := 0, 0 // 0 is any
	for i, f := range fields[1:] {
		if strings.Trim(f, "?") == "" {
			continue
		}
		n, err := strconv.ParseUint(f, 10, 8)
		if err != nil || n == 0 {
			return 0, 0, false
		}
		if i == 0 {
			month = int(n)
		} else {
			day = int(n)
		}
	}
	if month > 12 || day > 31 {
		return 0, 0, false
	}
	switch {
	case month == 0 || firstYear != lastYear:
		return firstYear*10000 + 101, lastYear*10000 + 1231, true
	case day == 0:
		return firstYear*10000 + month*100 + 1, firstYear*10000 + month*100 + daysIn(firstYear, month), true
	case day > daysIn(firstYear, month):
		return 0, 0, false
	}
	from = firstYear*10000 + month*100 + day
	return from, from, true
}

// OddDate says that a Date tag's value is the date of no day, or no date at all; ""
// where it is one, or is left open.
func OddDate(text string) string {
	if !isOddDate(text) {
		return ""
	}
	return "the Date " + Quote(text) + " is no day that there is; it is not sorted or filtered by"
}

// isOddDate reports whether text is the date of no day, or no date at all; one that
// is left open, wholly or but for its year, is not odd.
func isOddDate(text string) bool {
	text = strings.TrimSpace(text)
	if strings.Trim(text, "?.-/") == "" {
		return false
	}
	if rest, open := strings.CutPrefix(text, "????"); open {
		text = "2000" + rest // which has all days
	}
	_, _, ok := DateInterval(text)
	return !ok
}

// digitRange returns the least and the greatest number that digits can mean in
// which '?' is any digit.
func digitRange(digits string) (lo, hi int, ok bool) {
	for _, c := range digits {
		switch {
		case c == '?':
			lo, hi = 10*lo, 10*hi+9
		case c >= '0' && c <= '9':
			lo, hi = 10*lo+int(c-'0'), 10*hi+int(c-'0')
		default:
			return 0, 0, false
		}
	}
	return lo, hi, true
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// plainDate reads a date of digits alone, "1928.05.13".
func plainDate(text string) (year, month, day int, ok bool) {
	if len(text) != 10 || text[4] != '.' || text[7] != '.' {
		return 0, 0, 0, false
	}
	for i := range len(text) {
		c := text[i]
		if i == 4 || i == 7 {
			continue
		}
		if c < '0' || c > '9' {
			return 0, 0, 0, false
		}
		switch {
		case i < 4:
			year = 10*year + int(c-'0')
		case i < 7:
			month = 10*month + int(c-'0')
		default:
			day = 10*day + int(c-'0')
		}
	}
	return year, month, day, true
}
