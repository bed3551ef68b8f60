delete from recruited
