update profile set properties = $5, changed_at = $6, revision = revision + 1
where kind = $1 and id = $2 and proven = $3 and revision = $4
