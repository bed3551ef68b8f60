select id from program_token where id = $1 and until > $2
