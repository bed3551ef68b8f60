update participant set status = 'withdrawn', withdrawn_at = $2 where id = $1 and status <> 'withdrawn'
