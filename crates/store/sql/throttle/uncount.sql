update throttle set attempts = attempts - 1 where key = $1 and attempts > 0
