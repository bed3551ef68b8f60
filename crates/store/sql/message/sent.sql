update message set sent_at = $4, reserved_until = null, last_error = null
where participant = $1 and wave = $2 and message = $3
