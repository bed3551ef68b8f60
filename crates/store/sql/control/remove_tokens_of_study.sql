delete from program_token where study = $1
