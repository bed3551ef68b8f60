select family, account, generation, refresh_hash, previous_refresh_hash, rotated_at, successor_used, idle_until,
  ends_at, revoked_at
from session
where refresh_hash = $1 or previous_refresh_hash = $1
  or family = (select family from spent_refresh where hash = $1)
