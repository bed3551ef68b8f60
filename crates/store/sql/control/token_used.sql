update program_token set used_at = $2 where id = $1
