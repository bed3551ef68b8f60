update webhook_delivery set delivered_at = $2, next_at = null, attempts = attempts + 1, last_status = $3, last_error = null
where id = $1
