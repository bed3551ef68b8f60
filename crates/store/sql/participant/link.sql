insert into link (participant, account) values ($1, $2)
