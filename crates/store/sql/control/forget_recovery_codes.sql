delete from recovery_code where account = $1
