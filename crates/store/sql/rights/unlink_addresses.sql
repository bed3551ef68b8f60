delete from address
