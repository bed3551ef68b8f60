insert into passkey (id, account, name, credential, created_at) values ($1, $2, $3, $4, $5)
on conflict (id) do nothing
