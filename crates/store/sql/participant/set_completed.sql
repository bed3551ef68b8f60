update participant set completed_at = $2, completed_measured_at = $3, status = 'completed'
where id = $1 and status = 'active'
