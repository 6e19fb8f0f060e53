package main

import (
	"context"
	"errors"
	"slices"
	"testing"
)

func TestInOrder(t *testing.T) {
	count := func(n int) func(func(int) error) error {
		return func(yield func(int) error) error {
			for i := range n {
				if err := yield(i); err != nil {
					return err
				}
			}
			return nil
		}
	}
	square := func() func(int) int { return func(i int) int { return i * i } }
	for _, jobs := range []int{1, 2, 7} {
		var got []int
		if err := inOrder(t.Context(), jobs, count(100), square, func(r int) error { got = append(got, r); return nil }); err != nil {
			t.Fatal(err)
		}
		if len(got) != 100 || !slices.IsSorted(got) || got[99] != 99*99 {
			t.Errorf("with %d jobs: %v", jobs, got)
		}
		stop := errors.New("stop")
		if err := inOrder(t.Context(), jobs, count(100), square, func(r int) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("consume's error: %v", err)
		}
		fail := func(yield func(int) error) error { return errors.Join(yield(1), stop) }
		got = nil
		if err := inOrder(t.Context(), jobs, fail, square, func(r int) error { got = append(got, r); return nil }); !errors.Is(err, stop) || len(got) != 1 {
			t.Errorf("produce's error: %v, %v", err, got)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if err := inOrder(ctx, jobs, count(100), square, func(r int) error { cancel(); return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("a context that ends: %v", err)
		}
	}
}
