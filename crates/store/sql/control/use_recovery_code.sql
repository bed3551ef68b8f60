delete from recovery_code where account = $1 and hash = $2
