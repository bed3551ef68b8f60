delete from flag where participant = $1
