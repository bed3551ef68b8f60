select hash, bundle, activated_at from study_version order by activated_at, hash
