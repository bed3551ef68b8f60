select generation from session where family = $1 and idle_until > $2 and ends_at > $2 and revoked_at is null
