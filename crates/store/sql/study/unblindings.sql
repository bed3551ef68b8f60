select value from meta where key = 'study.unblinding' or key like 'study.unblinding.%'
