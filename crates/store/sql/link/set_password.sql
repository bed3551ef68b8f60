update account set password_hash = $2 where id = $1 and password_hash = ''
