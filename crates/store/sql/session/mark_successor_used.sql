update session set successor_used = 1 where family = $1 and generation = $2
