insert into account (id, username, username_key, password_hash, role, researcher, created_at)
values ($1, $2, $3, $4, 'admin', 1, $5)
on conflict (username_key) do update set username = excluded.username, password_hash = excluded.password_hash
where account.researcher = 1
returning id
