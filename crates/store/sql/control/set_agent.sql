update session set agent = $2 where family = $1
