delete from quota_member where participant = $1
