update message set last_error = $4, reserved_until = $5, failed_at = $6
where participant = $1 and wave = $2 and message = $3 and sent_at is null
