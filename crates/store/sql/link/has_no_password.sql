select 1 from account where id = $1 and password_hash = ''
