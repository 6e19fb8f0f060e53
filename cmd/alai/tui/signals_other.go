//go:build !unix

package tui

import tea "charm.land/bubbletea/v2"

// watch and stopSelf do nothing: programs are not stopped here.
func (m *model) watch(*tea.Program) (stop func()) { return func() {} }

func stopSelf() {}
