delete from invitation where account = $1
