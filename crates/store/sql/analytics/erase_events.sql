delete from event where participant = $1 or (participant is null
  and device in (select device from event where participant = $1 and device is not null))
