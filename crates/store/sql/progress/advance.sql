update progress set revision = revision + 1, step = $3, page = $4, memory = $5, at = $6, measured_at = $7
where participant = $1 and revision = $2
