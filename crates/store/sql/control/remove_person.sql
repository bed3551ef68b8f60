delete from account where id = $1
