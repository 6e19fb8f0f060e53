package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime/debug"
	"time"

	"alai/cmd/alai/web"
	"alai/cmd/alai/words"

	"github.com/urfave/cli/v2"
)

type serveOptions struct {
	archive archiveFile
	output  outputOptions // of which serve has --quiet only
	lang    langOption

	address string
	args    []string
}

// usualAddress is where pages are served unless another address is asked for: to
// this machine only.
const usualAddress = "127.0.0.1:8080"

func newServeCommand(s *streams) *cli.Command {
	var opt serveOptions
	return &cli.Command{
		Name:  "serve",
		Usage: "web pages over the archive, for this machine: openings, games to replay, players, series, statistics",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "addr", Usage: "the `HOST:PORT` to listen on; port 0 is any free one", Value: usualAddress, Destination: &opt.address},
		}, opt.archive.flags(), opt.lang.flagsOr("the language", "what the browser prefers"), []cli.Flag{opt.output.quietFlag()}),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runServe(c.Context, &opt, s)
		},
	}
}

// Patience with those who ask.
const (
	serveQuick   = 70 * time.Millisecond // what is asked of the games
	serveReading = 10 * time.Second      // a request
	serveWriting = time.Minute           // an answer
	serveIdle    = 2 * time.Minute
	serveEnding  = 5 * time.Second // requests that are under way when the server ends
	serveHeaders = 16 << 10        // bytes of a request's head
)

func runServe(ctx context.Context, opt *serveOptions, s *streams) error {
	if len(opt.args) > 0 {
		return usagef("serve takes no arguments; the archive is --db FILE")
	}
	host, _, err := net.SplitHostPort(opt.address)
	if err != nil {
		return usagef("--addr is HOST:PORT, such as %s, not %q", usualAddress, opt.address)
	}
	if err := opt.lang.check(); err != nil {
		return err
	}
	archive, err := openArchive(ctx, s, &opt.archive)
	if err != nil {
		return err
	}
	defer archive.Close()
	listener, err := net.Listen(networkOf(host), opt.address)
	if err != nil {
		return err
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(100) // it lives on, and the index with it
	}
	if err := archive.KeepIndex(ctx); err != nil {
		return err
	}
	pages := webOptions(archive)
	pages.Quick = serveQuick
	pages.Language = words.Language(opt.lang.flag)
	pages.Log = func(request string, err error) { s.say("%s: %v", request, err) }
	server := &http.Server{
		Handler:     web.GuardHost(web.Handler(archive, pages), host, listener.Addr()),
		ReadTimeout: serveReading, WriteTimeout: serveWriting, IdleTimeout: serveIdle, MaxHeaderBytes: serveHeaders,
		DisableGeneralOptionsHandler: true, // which would answer whatever address is asked for
	}
	if _, err := fmt.Fprintf(s.out, "http://%s/\n", listener.Addr()); err != nil {
		return errors.Join(err, listener.Close())
	}
	if err := s.out.Flush(); err != nil {
		return errors.Join(err, listener.Close())
	}
	if !opt.output.quiet {
		s.say("serving %s, to be read only; Ctrl-C ends it", opt.archive.path())
	}
	return serveUntil(ctx, server, listener)
}

// networkOf is the network of a host: all addresses of IPv4 are not those of IPv6 too.
func networkOf(host string) string {
	if addr, err := netip.ParseAddr(host); err == nil && addr.Is4() {
		return "tcp4"
	}
	return "tcp"
}

// serveUntil serves until the context ends, and lets requests end that are under way.
func serveUntil(ctx context.Context, server *http.Server, listener net.Listener) error {
	ended := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), serveEnding)
		defer cancel()
		if err := server.Shutdown(patience); err != nil {
			server.Close()
		}
		ended <- ctx.Err()
	})
	err := server.Serve(listener)
	if stop() { // it did not end for the context
		return err
	}
	return <-ended
}
