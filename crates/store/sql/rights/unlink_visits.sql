delete from visit
