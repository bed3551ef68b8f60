select family, agent, created_at, rotated_at
from session
where account = $1 and idle_until > $2 and ends_at > $2 and revoked_at is null
order by rotated_at desc
