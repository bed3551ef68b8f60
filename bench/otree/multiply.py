"""Copies the answers and page times of the participants who have completed the study to all others of the session.

    target/otree/bin/python bench/otree/multiply.py <database URL> <participants who have completed it>

Runs in oTree's environment, for its SQLAlchemy. The statements are the same on SQLite and PostgreSQL.
"""

import sys
from collections import defaultdict

from sqlalchemy import create_engine, text

# How many rows of page times oTree writes at once.
BATCH = 51
COPIED = {
    "otree_participant": ["visited", "time_started_utc", "_index_in_pages", "_current_app_name", "_current_page_name",
                          "_last_page_timestamp", "_last_request_timestamp", "_round_number"],
    "questionnaire_player": [f"item_{n}" for n in range(1, 11)],
    "questions_player": ["answer", "confidence"],
}


def multiply(db, completed):
    for table, columns in COPIED.items():
        key, round_number = ("id", "0") if table == "otree_participant" else ("participant_id", "round_number")
        db.execute(text(f"create temporary table source as select {key} - 1 as nth, {round_number} as round_number, "
                        f"{', '.join(columns)} from {table} where {key} <= :completed"), completed=completed)
        db.execute("create index source_nth on source (nth, round_number)")
        db.execute(text(f"update {table} set {', '.join(f'{column} = source.{column}' for column in columns)} "
                        f"from source where source.nth = ({table}.{key} - 1) % :completed "
                        f"and source.round_number = {'0' if key == 'id' else table + '.round_number'} "
                        f"and {table}.{key} > :completed"), completed=completed)
        db.execute("drop table source")
    codes = [code for (code,) in db.execute("select code from otree_participant order by id")]
    times = defaultdict(list)
    for (batch,) in db.execute("select text from otree_pagetimebatch order by id"):
        for row in batch.splitlines():
            session, _, code, rest = row.split(",", 3)
            times[code].append((session, rest))
    rows = [f"{session},{nth + 1},{codes[nth]},{rest}\n"
            for nth in range(completed, len(codes)) for session, rest in times[codes[nth % completed]]]
    batches = [{"batch": "".join(rows[at:at + BATCH])} for at in range(0, len(rows), BATCH)]
    if batches:
        db.execute(text("insert into otree_pagetimebatch (text) values (:batch)"), *batches)


if __name__ == "__main__":
    with create_engine(sys.argv[1]).begin() as connection:
        multiply(connection, int(sys.argv[2]))
