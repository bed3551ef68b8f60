update participant set place = null, arm = null
where id = $1 and place = $2 and exposed_at is null and completed_at is null
