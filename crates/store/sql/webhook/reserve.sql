update webhook_delivery set next_at = $3, last_error = null
where id = $1 and next_at <= $2
  and exists (select 1 from webhook w where w.id = webhook_delivery.webhook and w.disabled_at is null)
  and not exists (select 1 from webhook_delivery e where e.participant = webhook_delivery.participant
    and e.webhook = webhook_delivery.webhook and e.number < webhook_delivery.number and e.next_at is not null)
