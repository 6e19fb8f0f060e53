package web

import (
	"net/http"
	"slices"
	"sync"
	"time"
)

// maxSending is how many bytes of answers are kept for those who take their time to
// read them.
const maxSending = 64 << 20

// An outbox is the answers that are being sent.
type outbox struct {
	mutex sync.Mutex
	bytes int
	mail  []*letter // the oldest first
}

// A letter is an answer that is being sent.
type letter struct {
	size int
	conn *http.ResponseController
}

// send sends the body of an answer. Where all that are being sent are too much, those
// are given up that have been for the longest: so nobody can keep others from being
// answered.
func (o *outbox) send(w http.ResponseWriter, body []byte) {
	l := &letter{len(body), http.NewResponseController(w)}
	o.add(l)
	defer o.remove(l)
	w.Write(body) // whoever is gone needs no answer
}

func (o *outbox) add(l *letter) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.bytes += l.size
	for o.bytes > maxSending && len(o.mail) > 0 {
		oldest := o.mail[0]
		o.take(0)
		oldest.conn.SetWriteDeadline(time.Now()) // it is still being written, as it was in the box
	}
	o.mail = append(o.mail, l)
}

func (o *outbox) remove(l *letter) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if at := slices.Index(o.mail, l); at >= 0 {
		o.take(at)
	}
}

// take takes a letter out, for whoever holds the mutex.
func (o *outbox) take(at int) {
	o.bytes -= o.mail[at].size
	o.mail = slices.Delete(o.mail, at, at+1)
}
