delete from session where account = $1
