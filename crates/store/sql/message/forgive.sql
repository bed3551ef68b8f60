update message set failed_at = null, reserved_until = null, last_error = null
where last_error is not null and sent_at is null and participant in (select participant from link where account = $1)
