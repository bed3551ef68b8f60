update message set reserved_until = $5, attempts = attempts + 1, last_error = null
where participant = $1 and wave = $2 and message = $3 and sent_at is null and failed_at is null
  and (reserved_until is null or reserved_until <= $4)
