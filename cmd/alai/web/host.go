package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// GuardHost lets only those requests through that ask for the address that is
// listened on: a name that another site points to this machine is refused, by
// which its pages could read these (DNS rebinding). Asked is the host that the user
// asked to listen on, and listened what came of it.
func GuardHost(next http.Handler, asked string, listened net.Addr) http.Handler {
	tcp, ok := listened.(*net.TCPAddr)
	if !ok {
		return next
	}
	refuse := safe(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "this address is not served here", http.StatusMisdirectedRequest)
	}))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hostAllowed(r.Host, asked, tcp) {
			refuse.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hostAllowed reports whether a Host header names the address listened on: by what
// was asked for, by its number, and where it is a loopback, as localhost. Where all
// addresses are listened on any number will do, which no name can be pointed to.
func hostAllowed(header, asked string, listened *net.TCPAddr) bool {
	host, port, err := net.SplitHostPort(header)
	if err != nil {
		host, port = strings.Trim(header, "[]"), "80"
	}
	if _, want, err := net.SplitHostPort(listened.String()); err != nil || port != want {
		return false
	}
	everywhere := listened.IP.IsUnspecified()
	if strings.EqualFold(host, "localhost") {
		return everywhere || listened.IP.IsLoopback() || strings.EqualFold(asked, host)
	}
	if addr, err := netip.ParseAddr(host); err == nil {
		return everywhere || net.IP(addr.Unmap().AsSlice()).Equal(listened.IP)
	}
	return asked != "" && strings.EqualFold(host, asked)
}
