update webhook_delivery set participant = null where participant = $1 and kind = 'withdrawn' and next_at is not null
