delete from consent where participant = $1
