delete from address where account = $1
