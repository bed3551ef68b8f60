import { useState } from 'react';
import type { AnswerQuota, ArmState, StudyState } from '@/api/schema';
import { api } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';
import { useConsoleMessages } from '@/locales/console';
import { fieldMessage } from '@/locales/error-message';
import { Button } from '@/ui/button';
import { NumberField, TextField } from '@/ui/field';
import { change } from '../data/change';
import { useErrorMessage } from '../data/error-message';
import { useMay } from '../data/use-may';
import { Tag } from '../parts/controls';
import { useToInvalid } from '../parts/focus';
import { num, percent } from '../parts/format';
import { Problem } from '../parts/problem';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import s from './study.module.css';

const share = (part: number, whole: number | null | undefined) =>
  whole ? percent(part / whole) : '';

/** The quotas of the study, and how many slots are used. */
export function Quotas({ study }: { study: StudyState }) {
  const w = useConsoleMessages().study;
  const may = useMay();
  const [editing, setEditing] = useState<boolean>();
  const limit = study.quota ?? study.target;
  const limitText = (quota: number | null | undefined) => (quota == null ? w.none : num(quota));
  return (
    <Section
      title={w.quotas}
      help={w.quotasHelp}
      tools={
        !editing &&
        may('PUT /api/admin/study/quotas') && (
          // The form had the focus and was removed.
          <Button
            variant="secondary"
            small
            autoFocus={editing === false}
            onClick={() => setEditing(true)}
          >
            {w.change}
          </Button>
        )
      }
    >
      {editing ? (
        <Form study={study} onDone={() => setEditing(false)} />
      ) : (
        <Table<ArmState | null>
          caption={w.quotas}
          rows={[...study.arms, null]}
          rowKey={(row) => row?.arm.id ?? 'all'}
          columns={[
            { id: 'arm', label: w.arm, head: true, cell: (row) => row?.arm.label ?? w.together },
            numeric('allocated', w.allocated, (row) => num((row ?? study).allocated)),
            numeric('quota', w.quota, (row) => limitText(row ? row.quota : limit)),
            numeric('share', w.filled, (row) =>
              row ? share(row.allocated, row.quota) : share(study.allocated, limit),
            ),
          ]}
        />
      )}
      {study.answerQuotas && <AnswerQuotas quotas={study.answerQuotas} />}
    </Section>
  );
}

/** The quotas on answers, which are written in the bundle. */
function AnswerQuotas({ quotas }: { quotas: AnswerQuota[] }) {
  const w = useConsoleMessages().study;
  return (
    <>
      <Table<AnswerQuota>
        caption={w.answerQuotas}
        captionShown
        rows={quotas}
        rowKey={(row) => row.id}
        columns={[
          { id: 'id', label: w.answerQuota, head: true, cell: (row) => row.id },
          numeric('taken', w.allocated, (row) => num(row.taken)),
          numeric('limit', w.quota, (row) => num(row.limit)),
          numeric('filled', w.filled, (row) =>
            row.taken < row.limit ? share(row.taken, row.limit) : <Tag tone="warn">{w.full}</Tag>,
          ),
        ]}
      />
      <p className="note">{w.answerQuotasHelp}</p>
    </>
  );
}

type FormProps = { study: StudyState; onDone: () => void };

function Form({ study, onDone }: FormProps) {
  const w = useConsoleMessages().study;
  const text = (quota: number | null | undefined) => (quota == null ? '' : String(quota));
  const [total, setTotal] = useState(text(study.quota));
  const [arms, setArms] = useState<Record<string, string>>(
    Object.fromEntries(study.arms.map(({ arm, quota }) => [arm.id, text(quota)])),
  );
  const [why, setWhy] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fields = useToInvalid(errors);
  const errorMessage = useErrorMessage();

  const save = async () => {
    const wrong: Record<string, string> = {};
    const read = (item: string, given: string) => {
      const quota = readQuota(given);
      if (quota === undefined) wrong[item] = w.notANumber;
      return quota;
    };
    const body = {
      total: read('total', total) ?? null,
      arms: Object.fromEntries(
        Object.entries(arms).flatMap(([id, given]) => {
          const quota = read(`arms.${id}`, given);
          return quota == null ? [] : [[id, quota]];
        }),
      ),
      reason: why.trim(),
    };
    if (why.trim() === '') wrong.reason = w.whyMissing;
    setErrors(wrong);
    setProblem(undefined);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    try {
      await change(api.put('/api/admin/study/quotas', { body }), w.quotasSaved);
      onDone();
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.fields : [];
      setErrors(Object.fromEntries(fields.map((field) => [field.item, fieldMessage(field)])));
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      ref={fields}
      className={`${s.form} panel`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
    >
      <Problem message={problem} />
      <NumberField
        // The button that opened the form had the focus and was removed.
        autoFocus
        label={w.together}
        help={study.target == null ? w.noLimit : w.atMost(num(study.target))}
        error={errors.total}
        value={total}
        onChange={(event) => setTotal(event.target.value)}
      />
      {study.arms.map(({ arm, allocated }) => (
        <NumberField
          key={arm.id}
          label={arm.label}
          help={w.haveNow(num(allocated))}
          error={errors[`arms.${arm.id}`]}
          value={arms[arm.id] ?? ''}
          onChange={(event) => setArms({ ...arms, [arm.id]: event.target.value })}
        />
      ))}
      <TextField
        label={w.why}
        help={w.whyHelp}
        error={errors.reason}
        maxLength={500}
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
      <div className="cluster">
        <Button type="submit" small aria-disabled={busy}>
          {w.save}
        </Button>
        <Button variant="secondary" small onClick={onDone}>
          {w.cancel}
        </Button>
      </div>
    </form>
  );
}

/** The quota in a text field: null if it is empty, undefined if it is not a whole number. */
export function readQuota(given: string): number | null | undefined {
  const text = given.trim();
  if (text === '') return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
