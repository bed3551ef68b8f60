#!/bin/bash
# Run once, when the primary's data are made: the standby may copy them.
set -euo pipefail
echo "host replication all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
