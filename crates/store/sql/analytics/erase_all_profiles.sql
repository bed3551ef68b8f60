delete from profile
