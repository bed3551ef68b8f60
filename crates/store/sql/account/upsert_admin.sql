insert into account (id, username, username_key, password_hash, role, first_name, last_name, created_at)
values ($1, $2, $3, $4, 'admin', $5, $6, $7)
on conflict (username_key) do update set username = excluded.username, password_hash = excluded.password_hash,
  researcher = 0
where account.role = 'admin'
returning id
