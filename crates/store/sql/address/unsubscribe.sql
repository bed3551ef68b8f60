update address set unsubscribed_at = $2 where account = $1 and unsubscribed_at is null
