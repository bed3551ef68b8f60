update participant set completed_at = $2, status = 'completed' where id = $1 and status = 'active'
