update passkey set credential = $3, used_at = $4 where id = $1 and account = $2
