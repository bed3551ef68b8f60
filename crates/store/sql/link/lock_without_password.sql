update account set password_hash = '' where id = $1 and password_hash = ''
