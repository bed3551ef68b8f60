select value from meta where key like 'allocation.seed_commitment.%'
