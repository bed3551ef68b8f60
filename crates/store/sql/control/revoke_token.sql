delete from program_token where id = $1
