delete from session where ends_at < $1 or idle_until < $1
