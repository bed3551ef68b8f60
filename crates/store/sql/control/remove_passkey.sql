delete from passkey where id = $1 and account = $2
