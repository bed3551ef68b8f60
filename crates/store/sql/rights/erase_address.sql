delete from address where account in (select account from link where participant = $1)
