update bonus set participant = null where participant = $1
