update webhook_delivery set attempts = attempts + 1, last_status = $2, last_error = $3, next_at = $4, failed_at = $5
where id = $1 and delivered_at is null
