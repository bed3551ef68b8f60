select attempts, open_at, last_at from throttle where key = $1
