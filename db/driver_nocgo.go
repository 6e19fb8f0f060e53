//go:build !cgo

package db

import (
	"context"
	"database/sql/driver"
	"errors"
)

var errNoCgo = errors.New("this alai was built without cgo, which archives need: install a C compiler (such as gcc) and build it again with CGO_ENABLED=1")

type connector struct{}

func newConnector(string, string) driver.Connector { return connector{} }

func (connector) Connect(context.Context) (driver.Conn, error) { return nil, errNoCgo }
func (connector) Driver() driver.Driver                        { return connector{} }
func (connector) Open(string) (driver.Conn, error)             { return nil, errNoCgo }

func unbound(any) error { return errNoCgo }

func onlineBackup(any, any, func(done, total int) error) error { return errNoCgo }

func inWords(err error) error { return err }

func cannotOpen(error) bool { return false }

func notUnique(error) bool { return false }

func noTransaction(error) bool { return false }

func unreadable(error) bool { return false }

func notScanned(error) bool { return false }
