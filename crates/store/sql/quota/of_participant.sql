select quota from quota_member where participant = $1 order by quota
