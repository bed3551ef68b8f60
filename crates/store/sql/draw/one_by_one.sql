update meta set value = value where key like 'allocation.seed_commitment.%'
