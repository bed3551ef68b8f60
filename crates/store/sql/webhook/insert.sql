insert into webhook (id, url, secret, events, created_at) values ($1, $2, $3, $4, $5)
