delete from membership where account = $1 and study = $2
