update throttle set open_at = $3, last_at = $4 where key = $1 and attempts = $2
