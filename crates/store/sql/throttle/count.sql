update throttle set attempts = $3, open_at = $4, last_at = $5 where key = $1 and attempts = $2
