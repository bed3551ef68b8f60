select hash, bundle, activated_at from study_version where hash = $1
