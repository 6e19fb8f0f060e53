package web

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A slowReader takes nothing of an answer until its time is over.
type slowReader struct {
	header http.Header
	over   chan struct{}
	once   sync.Once
}

func newSlowReader() *slowReader {
	return &slowReader{header: http.Header{}, over: make(chan struct{})}
}

func (w *slowReader) Header() http.Header { return w.header }
func (w *slowReader) WriteHeader(int)     {}

func (w *slowReader) Write([]byte) (int, error) {
	<-w.over
	return 0, os.ErrDeadlineExceeded
}

func (w *slowReader) SetWriteDeadline(time.Time) error {
	w.once.Do(func() { close(w.over) })
	return nil
}

// TestSlowReaders: however many do not read their pages, others are answered; of the
// pages not more than so much is kept, and those who came first lose theirs.
func TestSlowReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const readers = 300
		s := &server{slots: make(chan struct{}, atOnce)}
		page := []byte(strings.Repeat("x", maxSending/(readers/2)))
		var slow []*slowReader
		for range readers {
			w := newSlowReader()
			slow = append(slow, w)
			go s.write(w, http.StatusOK, page)
			synctest.Wait()
		}
		over := 0
		for i, w := range slow {
			select {
			case <-w.over:
				over++
				if i >= readers/2 {
					t.Errorf("reader %d lost the page", i)
				}
			default:
			}
		}
		if over < readers/2 || s.out.bytes > maxSending || len(s.out.mail)*len(page) != s.out.bytes {
			t.Errorf("%d lost their pages, %d bytes are left of %d pages", over, s.out.bytes, len(s.out.mail))
		}
		fast := httptest.NewRecorder()
		s.write(fast, http.StatusOK, page)
		if fast.Body.Len() != len(page) {
			t.Error("nobody else is answered")
		}
		for _, w := range slow {
			w.SetWriteDeadline(time.Time{})
		}
		synctest.Wait()
		if s.out.bytes != 0 || len(s.out.mail) != 0 {
			t.Errorf("%d bytes are left", s.out.bytes)
		}
	})
}
