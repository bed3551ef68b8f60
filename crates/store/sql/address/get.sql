select sealed, given_at, unsubscribed_at from address where account = $1
