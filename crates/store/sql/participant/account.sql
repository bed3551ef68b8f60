select account from link where participant = $1
