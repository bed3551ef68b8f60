update session set revoked_at = $2, revoked_reason = 'signed out' where account = $1 and revoked_at is null
