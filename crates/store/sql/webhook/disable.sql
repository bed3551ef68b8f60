update webhook set disabled_at = $2 where id = $1 and disabled_at is null
