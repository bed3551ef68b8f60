insert into recovery_code (account, hash) values ($1, $2)
