insert into account (id, username, username_key, password_hash, role, first_name, last_name, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict do nothing
