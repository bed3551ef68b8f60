update session set generation = generation + 1, access_hash = $3, access_until = $5,
  previous_refresh_hash = refresh_hash, refresh_hash = $4, idle_until = $6, rotated_at = $7, successor_used = 0
where family = $1 and generation = $2 and revoked_at is null
