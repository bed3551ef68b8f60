update account set person = $2 where id = $1
