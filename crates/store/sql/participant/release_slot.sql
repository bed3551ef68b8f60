update participant set slot = null, arm = null
where id = $1 and slot = $2 and exposed_at is null and completed_at is null
