package main

import (
	"context"
	"sync"
)

// inOrder calls produce, work for each value that produce yields, and consume
// for each result, in the order of the values. There are as many workers as
// jobs, each with a work of its own that newWork makes, and not many more values
// under way. The first error of produce or
// consume, or the end of ctx, ends it; nothing runs any more when it returns.
func inOrder[T, R any](ctx context.Context, jobs int, produce func(yield func(T) error) error, newWork func() func(T) R, consume func(R) error) error {
	type task struct {
		value  T
		result chan R
	}
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	tasks, order := make(chan task), make(chan chan R, 2*jobs)
	var produced error
	running.Go(func() {
		defer close(order)
		defer close(tasks)
		produced = produce(func(value T) error {
			t := task{value, make(chan R, 1)}
			select {
			case order <- t.result:
			case <-ctx.Done():
				return ctx.Err()
			}
			select {
			case tasks <- t:
			case <-ctx.Done():
				return ctx.Err()
			}
			return nil
		})
	})
	for range jobs {
		work := newWork()
		running.Go(func() {
			for t := range tasks {
				t.result <- work(t.value)
			}
		})
	}
	for result := range order {
		select {
		case r := <-result:
			if err := consume(r); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return produced
}
