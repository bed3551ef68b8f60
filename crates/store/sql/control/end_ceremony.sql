delete from ceremony where id = $1 and kind = $2 and until > $3 returning state
