update session set revoked_at = $2, revoked_reason = $3 where family like $1 and revoked_at is null
