update webhook_delivery set next_at = null, failed_at = $2, last_error = 'disabled'
where webhook = $1 and next_at is not null
