delete from passkey where account = $1
