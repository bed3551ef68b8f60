insert into session (family, account, access_hash, refresh_hash, access_until, idle_until, ends_at, created_at,
  generation, rotated_at, successor_used)
select $1, id, $3, $4, $5, $6, $7, $8, 0, $8, 1
from account
where id = $2
