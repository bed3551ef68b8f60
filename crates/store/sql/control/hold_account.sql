update account set role = role where id = $1
