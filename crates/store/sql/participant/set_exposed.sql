update participant set exposed_at = $2 where id = $1 and exposed_at is null returning place
