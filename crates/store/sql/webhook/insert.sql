insert into webhook (id, url, secret, events, outside, created_at) values ($1, $2, $3, $4, $5, $6)
