insert into invitation (token, account, until) values ($1, $2, $3)
