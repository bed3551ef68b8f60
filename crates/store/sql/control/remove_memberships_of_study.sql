delete from membership where study = $1
