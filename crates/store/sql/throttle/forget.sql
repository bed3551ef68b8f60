delete from throttle where key = $1
