delete from progress where participant = $1
