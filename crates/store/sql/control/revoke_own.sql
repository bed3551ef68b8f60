update session set revoked_at = $3, revoked_reason = 'ended by its owner'
where family = $1 and account = $2 and revoked_at is null
