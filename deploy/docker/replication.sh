#!/bin/bash
# Run once, when the primary's data are made: the standby may copy them, and from the next start on, which is the first
# that anybody can use, each commit waits for it (`unmask doctor` says so).
set -euo pipefail
echo "host replication all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --command="alter system set synchronous_standby_names = '*'"
