select count(*) from session where revoked_at is null and idle_until > $1 and ends_at > $1
