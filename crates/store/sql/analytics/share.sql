select count(*), coalesce(sum(octet_length(properties)), 0) from event where participant = $1
