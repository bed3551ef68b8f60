delete from throttle where last_at < $1
