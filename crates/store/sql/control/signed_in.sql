select a.id
from session s
join account a on a.id = s.account
where s.family = $1 and s.idle_until > $2 and s.ends_at > $2 and s.revoked_at is null
