delete from message
where participant = $1 and sent_at is null and failed_at is null
  and (reserved_until is null or reserved_until <= $2 or last_error is not null)
  and wave in (select wave from outcome where participant = $1 and outcome = 'declined')
