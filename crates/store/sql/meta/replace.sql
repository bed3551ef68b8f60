update meta set value = $3 where key = $1 and value = $2
