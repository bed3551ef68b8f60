#!/usr/bin/env bash
# Simulated participants take part in the example study; the data package of what they did must be valid, and R and Python must compute the
# report's numbers again from its tables, to 1e-9, and fit the same mixed model, also with brms. Its Parquet opens in pandas and in DuckDB.
# So must the package of a study that was changed on the way: another key, another check, an item with another name; and those
# of simulations so small that much has no standard error.
#   scripts/reproduce.sh <unmask> <venv with what scripts/reproduce.txt names>
# Next to it are those of scripts/cffconvert.txt and scripts/ro-crate.txt, whose versions conflict with it.
set -euo pipefail
unmask=$(realpath "$1") tools=$(realpath "$2") others=$(realpath "$(dirname "$2")")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server"; rm -rf "$work"' EXIT
port=$("$tools/bin/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
export UNMASK_DATA=$work/data UNMASK_DATABASE_URL=sqlite:$work/unmask.db UNMASK_LISTEN=127.0.0.1:$port
serve() {
  # What the last server wrote is not this one's.
  : >"$work/serve.log"
  "$unmask" serve "$@" >"$work/serve.log" 2>&1 &
  server=$!
  for _ in $(seq 100); do
    grep -q '^Unmask serves' "$work/serve.log" && break
    sleep 0.2
  done
}
# Lets simulated participants take part, or shows why they could not.
simulate() {
  "$unmask" simulate "$@" >"$work/simulate.log" 2>&1 || { cat "$work/serve.log" "$work/simulate.log"; exit 1; }
}

# Whether a package fits its descriptions.
valid() {
  "$tools/bin/frictionless" validate "$1/datapackage.json" >"$work/frictionless.log" || { cat "$work/frictionless.log"; exit 1; }
  echo "Frictionless: valid"
  "$tools/bin/python" scripts/data_package.py "$1"
  "$tools/bin/python" scripts/psych_ds.py "$1"
  "$others/cffconvert/bin/cffconvert" --validate -i "$1/CITATION.cff"
  "$others/ro-crate/bin/python" scripts/ro_crate.py "$1"
}

serve
simulate --participants 60 --preset attrition --seed 2
package=$work/package
"$unmask" export --simulated "$package" >/dev/null
"$tools/bin/python" "$package/analysis/load.py" >/dev/null
Rscript "$package/analysis/load.R" >/dev/null
python3 "$package/analysis/allocation.py" | grep -x 'Simulated participants: 60 slots, 0 differences' >/dev/null
# A researcher may change the licence, but not the data.
cp -r "$package" "$work/changed"
echo 'CC0-1.0' >"$work/changed/LICENSE.md"
"$tools/bin/python" "$work/changed/analysis/load.py" | grep -x 'Note: LICENSE.md: was changed' >/dev/null
sed -i '$p' "$work/changed/data/description-participants_data.csv"
if "$tools/bin/python" "$work/changed/analysis/load.py" >/dev/null 2>"$work/changed.log" ||
  ! grep -q 'participants_data.csv: was changed' "$work/changed.log"; then
  echo "load.py did not notice a row that was added" >&2
  exit 1
fi
echo "load.py: a changed document is a note, a changed table an error"
echo "Python, then R:"
"$tools/bin/python" "$package/analysis/report.py"
Rscript "$package/analysis/report.R"
# If all scores are equal, the report and both scripts have no comparison.
"$tools/bin/python" - "$work/unmask.db" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    alike = "update submission set scores = json_set(scores, '$.workload_mean', 50) where scores like '%\"workload_mean\"%'"
    assert db.execute(alike).rowcount > 0, "nobody has a workload score"
END
"$unmask" export --simulated "$work/alike" >/dev/null
"$tools/bin/python" - "$work/alike/results/report.json" <<'END'
import json, sys
outcomes = {one["id"]: one["contrasts"] for one in json.load(open(sys.argv[1], encoding="utf-8"))["outcomes"]}
assert all(one["n"] == 0 for one in outcomes["scale_workload"]), "the report compares scores that are all alike"
END
echo "All workload scores alike, Python, then R:"
"$tools/bin/python" "$work/alike/analysis/report.py"
Rscript "$work/alike/analysis/report.R"
# Who took part before a key and a check were corrected is read by what held then.
kill "$server" && wait "$server" || true
cp -r studies/original-or-altered "$work/second"
sed -i 's/post_k4: "false"/post_k4: "true"/; s/expect: \[6\]/expect: [5, 6]/' "$work/second/questionnaires/post.yaml"
sed -i 's/^title: .*/title: A second version/' "$work/second/study.yaml"
sed -i 's/\bpost_p8\b/post_p9/g' "$work/second/study.yaml" "$work/second/questionnaires/post.yaml"
# All that a package can say about its publication. The author is the fictitious one of ORCID's documentation.
sed -i '/^publication:/,/^$/d' "$work/second/study.yaml"
cat >>"$work/second/study.yaml" <<'END'

publication:
  licence: CC-BY-4.0
  doi: 10.5281/zenodo.1234567
  homepage: https://example.org/study
  published: "2027-03-31"
  keywords: ["deepfakes: detection", media literacy]
  authors:
    - { given_names: Josiah, family_names: Carberry, orcid: 0000-0002-1825-0097, affiliation: "Brown \"University\"" }
    - { name: The study group, affiliation: Example University }
END
UNMASK_STUDY=$work/second serve --activate
UNMASK_STUDY=$work/second simulate --participants 24 --preset works --seed 3
# A participant types the word for a value that is not there.
"$tools/bin/python" - "$work/unmask.db" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    typed = """update submission set answers = json_set(answers, '$.country', 'NA_skipped')
               where rowid = (select min(rowid) from submission where json_type(answers, '$.country') = 'text')"""
    assert db.execute(typed).rowcount == 1, "nobody names a country"
END
"$unmask" export --simulated "$work/both" >/dev/null
"$tools/bin/python" - "$work/both" <<'END'
import sys
sys.path.insert(0, f"{sys.argv[1]}/analysis")
import load
assert (load.read(sys.argv[1])["responses"]["value"] == "NA_skipped").sum() == 1, "load.py takes a word for a code"
assert load.reasons(sys.argv[1], "responses")["value"].isna().all(), "load.py takes a word for a reason"
END
Rscript - "$work/both" <<'END'
folder <- commandArgs(TRUE)[1]
source(file.path(folder, "analysis", "load.R"))
stopifnot(sum(read_package(folder)$responses$value %in% "NA_skipped") == 1, all(is.na(reasons(folder, "responses")$value)))
END
grep -q '"A second version"' "$work/both/results/report.json"
# Who answered all of the earlier version's test has completed it, though an item has another name now.
"$tools/bin/python" - "$work/package" "$work/both" <<'END'
import json, sys
flows = [json.load(open(f"{folder}/results/report.json", encoding="utf-8"))["flow"]["arms"] for folder in sys.argv[1:]]
before, both = (sum(arm["testCompleted"] for arm in flow) for flow in flows)
assert 0 < before < both, f"{before} people had completed the test, now {both} have"
END
echo "Two versions with unlike keys, Python, then R:"
"$tools/bin/python" "$work/both/analysis/report.py"
Rscript "$work/both/analysis/report.R"
# Few people: an arm may have one person, two who are alike, or one who alone determines a slope. A third argument is a
# number that the report must have.
small() {
  local study=$1 people=$2 folder=$work/small with_python with_r
  mkdir "$folder"
  export UNMASK_STUDY=$study UNMASK_DATA=$folder/data UNMASK_DATABASE_URL=sqlite:$folder/unmask.db
  kill "$server" && wait "$server" || true
  serve
  ((people == 0)) || simulate --participants "$people" --preset works --seed 1
  "$unmask" export --simulated --csv "$folder/package" >/dev/null
  with_python=$("$tools/bin/python" "$folder/package/analysis/report.py")
  with_r=$(Rscript "$folder/package/analysis/report.R")
  # How far apart rounding takes them is each one's own; what they say next to that is the same.
  if [[ $(sed 's/;.*//' <<<"$with_python") != "$(sed 's/;.*//' <<<"$with_r")" ]]; then
    printf '%s\n' "Python and R differ:" "$with_python" "$with_r" >&2
    exit 1
  fi
  if [[ -n ${3:-} ]] && ! grep -q "^$3," "$folder/package/results/numbers.csv"; then
    echo "the report of $people has no $3" >&2
    exit 1
  fi
  echo "$(basename "$study"), $people: $(head -1 <<<"$with_r")"
  rm -r "$folder"
}
echo "So few people, Python and R:"
for people in 0 1 2 3 6 8 12; do
  small "$PWD/studies/_fixtures/small" "$people"
  small "$PWD/studies/original-or-altered" "$people"
done
# Nothing is judged before the training, and allocation is stratified by device.
afterwards=$work/afterwards
cp -r studies/_fixtures/small "$afterwards"
sed -i '/- id: first_look/,/^scales:/{/^scales:/!d}; /- id: pre_correct/,$d' "$afterwards/questionnaires/pre.yaml"
sed -i 's/^allocation:/&\n  strata: device/' "$afterwards/study.yaml"
"$unmask" check "$afterwards" >"$work/check.log" || { cat "$work/check.log"; exit 1; }
small "$afterwards" 6
small "$afterwards" 48
# Six arms with other IDs than the example's.
cp -r studies/_fixtures/small "$work/six-arms"
cp studies/_fixtures/six-arms/study.yaml "$work/six-arms"
small "$work/six-arms" 42
# Three factors, with cells of which some are empty, and two with all cells.
factors=$work/factors
cp -r studies/_fixtures/small "$factors"
cp -r studies/_fixtures/factorial/. "$factors"
small "$factors" 16
small "$factors" 72 factors.hypotheses.2.pHolm
load=$work/load
cp -r studies/_fixtures/small "$load"
rm -r "$load"/questionnaires "$load"/*flow*.yaml "$load"/pages/*flow*
cp -r studies/_fixtures/designs/infographic-load/. "$load"
small "$load" 32 factors.hypotheses.0.pHolm
# Classes are allocated, so comparisons are those of units.
classes=$work/classes
cp -r studies/_fixtures/small "$classes"
rm -r "$classes"/questionnaires "$classes"/*flow*.yaml "$classes"/pages/*flow*
cp -r studies/_fixtures/designs/classes/. "$classes"
small "$classes" 64 clusters.designEffect
# The same classes in a factorial design of two factors with two levels.
sed -i 's/^arms:/factors:\n  lesson: { none: No lesson, given: Lesson }\n  poster: { none: No poster, shown: Poster }\n&/
  s/^  primary:/  effects:\n    - { hypothesis: H9, levels: { lesson: [none, given], poster: [none, shown] } }\n&/
  /^  no_lesson:$/a\    levels: { lesson: none, poster: none }
  /^  reasoning:$/a\    levels: { lesson: given, poster: none }
  /^  biases:$/a\    levels: { lesson: none, poster: shown }
  /^  inoculation:$/a\    levels: { lesson: given, poster: shown }' "$classes/study.yaml"
"$unmask" check "$classes" >"$work/check.log" || { cat "$work/check.log"; exit 1; }
small "$classes" 96 factors.hypotheses.0.pHolm
# Judgements before and after advice.
advice=$work/advice
cp -r studies/_fixtures/small "$advice"
rm -r "$advice"/questionnaires "$advice"/*flow*.yaml "$advice"/pages/*flow*
cp -r studies/_fixtures/designs/machine-advice/. "$advice"
small "$advice" 40 advice.0.arms.0.adopted.value
# A film without a question, in one arm.
film=$work/film
cp -r studies/_fixtures/small "$film"
rm -r "$film"/questionnaires "$film"/*flow*.yaml "$film"/pages/*flow*
cp -r studies/_fixtures/designs/inoculation-video/. "$film"
small "$film" 40 compliance.watched.0.arms.0.half.value
# A second part with judgements, for all arms, and a third one that some arms lack.
waves=$work/waves
cp -r studies/_fixtures/small "$waves"
cp -r studies/_fixtures/two-waves/. "$waves"
# As many items as in the first part, so that a share is retained.
for number in 1 2 3 4; do
  truth=genuine
  ((number % 2)) || truth=misleading
  cat >>"$waves/questionnaires/again.yaml" <<END
      - id: later_$number
        kind: judgement
        label: Is this post genuine or misleading?
        post: {author: Weather Desk, handle: "@weather", age: 1 hour ago, text: Storm number $number.}
        truth: $truth
        options: [{value: genuine, label: Genuine}, {value: misleading, label: Misleading}]
END
done
cat >"$work/third.yaml" <<'END'
  - id: interview
    title: Third part
    opens: { days: 30 }
    closes: { days: 40 }
    minutes: 5
    steps:
      control: &steps
        - { page: /post-questionnaire, id: once-more, content: questionnaires/again.yaml, prefix: t3_ }
        - { page: /end, id: end-last }
      cues: *steps
      context: []
      both: []
END
sed -i "/^allocation:/e cat $work/third.yaml" "$waves/study.yaml"
echo 'expect: { cues: { d_prime: 2, retained: 0.6 } }' >>"$waves/study.yaml"
"$unmask" check "$waves" >"$work/check.log" || { cat "$work/check.log"; exit 1; }
small "$waves" 7
small "$waves" 96 waves.0.retained.0.share.low
# A planned look is taken before the target. Simulated participants become people in the database, as there are no others here.
looked=$work/looked
cp -r studies/_fixtures/small "$looked"
sed -i 's/^allocation:/&\n  target: 40/; s/^recruitment:/analysis:\n  sample: { loss: 0 }\n  interim: { looks: [0.5, 0.75] }\n&/' "$looked/study.yaml"
export UNMASK_STUDY=$looked UNMASK_DATA=$work/looked-data UNMASK_DATABASE_URL=sqlite:$work/looked.db
kill "$server" && wait "$server" || true
serve
for seed in 5 6; do
  simulate --participants 24 --preset works --seed "$seed"
  "$tools/bin/python" - "$work/looked.db" <<'END'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    db.execute("update participant set simulated = 0")
END
  "$unmask" report >/dev/null
done
"$unmask" export --reason "the plan is registered" "$work/looked-package" >/dev/null
[[ $(grep -c '^sequential.looks.1.bounds.1.z,' "$work/looked-package/results/numbers.csv") == 1 ]] || { echo "the package has no second look" >&2; exit 1; }
echo "Planned looks, Python, then R:"
"$tools/bin/python" "$work/looked-package/analysis/report.py"
Rscript "$work/looked-package/analysis/report.R"
valid "$work/both"
"$tools/bin/python" "$package/analysis/model.py" >"$work/model.py.txt" 2>&1 &
in_python=$!
Rscript "$package/analysis/model.R" >"$work/model.R.txt" 2>&1 || { cat "$work/model.R.txt"; exit 1; }
wait "$in_python" || { cat "$work/model.py.txt"; exit 1; }
# Few iterations, so the script may say that its results are not to be used. It writes files into the package.
cp -r "$package" "$work/bayes"
bayes=$work/bayes/analysis/bayes.R in_bayes=0
if R_LIBS_SITE=/none R_LIBS_USER=/none Rscript "$bayes" 2>"$work/bayes.txt" || ! grep -q 'apt install r-cran-brms' "$work/bayes.txt"; then
  echo "bayes.R does not say that brms is missing" >&2
  exit 1
fi
Rscript "$bayes" --chains=2 --iterations=1000 --cores=2 >"$work/bayes.txt" 2>&1 || in_bayes=$?
bayes=$work/bayes/analysis/results
[[ -s $bayes/bayes.csv && -s $bayes/bayes.svg ]] || { cat "$work/bayes.txt"; exit 1; }
"$tools/bin/python" scripts/models.py "$work/model.py.txt" "$work/model.R.txt" "$bayes/bayes.csv" "$in_bayes"
"$tools/bin/python" "$package/analysis/item_response.py" 2>&1
Rscript "$package/analysis/item_response.R"
valid "$package"
"$tools/bin/python" scripts/parquet.py "$package"
# It writes its files into the package.
cp -r "$package" "$work/spss"
"$tools/bin/python" scripts/spss.py "$work/spss"
