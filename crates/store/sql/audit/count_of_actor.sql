select count(*) from audit where actor = $1 and number >= $2
