update webhook_delivery set next_at = null where id = $1
