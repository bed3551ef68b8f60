delete from link
