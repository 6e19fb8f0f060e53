package alai

import _ "embed"

// Schema is the SQL text that makes an empty archive.
//
//go:embed schema.sql
var Schema string
