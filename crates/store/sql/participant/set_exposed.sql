update participant set exposed_at = $2, exposed_measured_at = $3 where id = $1 and exposed_at is null returning slot
