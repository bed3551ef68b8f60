delete from outcome where participant = $1
