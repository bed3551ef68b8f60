update webhook_delivery set next_at = $2, delivered_at = null, failed_at = null, attempts = 0, last_error = null
where id = $1 and (delivered_at is not null or failed_at is not null or last_error is not null)
  and exists (select 1 from webhook w where w.id = webhook_delivery.webhook and w.disabled_at is null)
