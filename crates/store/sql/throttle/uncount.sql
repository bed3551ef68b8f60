update throttle set attempts = attempts - 1, open_at = open_at - $2 where key = $1 and attempts > 0
