update study set title = $2 where id = $1
