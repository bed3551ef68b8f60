delete from exclusion where participant = $1
