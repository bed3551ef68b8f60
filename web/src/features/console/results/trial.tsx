import type { ReactNode } from 'react';
import type {
  ReportActivation as Activation,
  ReportDeviation as Deviation,
  Report,
  ReportTrialVersion as Version,
} from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { longDay, num, percent } from '../parts/format';
import { Section } from '../parts/section';
import { numeric, Table } from '../parts/table';
import s from './results.module.css';

type Fact = { label: string; value: ReactNode; note?: ReactNode };

/** What the study states about the trial, and its course. */
export function AboutTrial({ report: { about, flow, trial } }: { report: Report }) {
  const w = useConsoleMessages().results;
  const { registration, detectable } = trial;
  const entry = registration && [registration.registry, registration.number].join(', ');
  const link = (url: string | null | undefined, text: string | null | undefined) =>
    url ? <a href={url}>{text ?? url}</a> : (text ?? w.notStated);
  const facts: Fact[] = [
    {
      label: w.registration,
      value: link(registration?.url, entry),
      note: registration?.day && longDay(registration.day),
    },
    { label: w.protocol, value: link(trial.protocol, null) },
    { label: w.funding, value: trial.funding ?? w.notStated },
    { label: w.conflicts, value: trial.conflicts ?? w.notStated },
    { label: w.harms, value: trial.harms ?? w.notStated },
    {
      label: w.recruitment,
      value:
        trial.firstRegistration && trial.lastRegistration
          ? w.fromTo(longDay(trial.firstRegistration), longDay(trial.lastRegistration))
          : num(null),
    },
    {
      label: w.reached,
      value: num(flow.randomised),
      note: about.target == null ? w.noTarget : w.ofTarget(num(about.target)),
    },
    {
      label: w.detectable,
      value: detectable ? `d = ${num(detectable.effect, 2)}` : num(null),
      note:
        detectable &&
        w.detectableNote(
          num(detectable.perArm),
          num(detectable.alpha, 3),
          percent(detectable.power),
          about.judgedBefore ? num(detectable.correlation, 2) : null,
        ),
    },
  ];
  return (
    <Section title={w.trial} help={w.trialHelp}>
      <Table<Fact>
        caption={w.trial}
        rows={facts}
        rowKey={(fact) => fact.label}
        stacks
        columns={[
          { id: 'fact', label: w.fact, head: true, cell: (fact) => fact.label },
          {
            id: 'statement',
            label: w.asStated,
            wide: true,
            cell: ({ value, note }) => (
              <>
                {value}
                {note && <div className="note">{note}</div>}
              </>
            ),
          },
        ]}
      />
      {trial.changed && <p>{trial.changed}</p>}
      {trial.activations && (
        <Table<Activation>
          caption={w.activations}
          captionShown
          rows={trial.activations}
          rowKey={(row, at) => `${row.version} ${at}`}
          columns={[
            {
              id: 'since',
              label: w.activationDay,
              head: true,
              cell: (row) => longDay(row.activated),
            },
            {
              id: 'version',
              label: w.version,
              cell: (row) => <code>{row.version.slice(0, 12)}</code>,
            },
            { id: 'reason', label: w.activationReason, wide: true, cell: (row) => row.reason },
          ]}
        />
      )}
      {trial.plan && <p>{trial.plan.summary}</p>}
      {trial.plan && trial.plan.deviations.length > 0 && (
        <Table<Deviation>
          caption={w.deviations}
          captionShown
          rows={trial.plan.deviations}
          rowKey={(row) => row.key + row.version}
          columns={[
            {
              id: 'what',
              label: w.deviation,
              head: true,
              wide: true,
              cell: (row) => (
                <>
                  {row.name}
                  <div className="note">{row.key}</div>
                </>
              ),
            },
            { id: 'planned', label: w.planned, wide: true, cell: (row) => row.planned },
            { id: 'later', label: w.later, wide: true, cell: (row) => row.later },
            { id: 'since', label: w.activated, cell: (row) => longDay(row.activated) },
            numeric('before', w.registeredBefore, (row) => num(row.registeredBefore)),
          ]}
        />
      )}
      {trial.plan && (
        <p className="note">
          {w.planHash} <code className={s.hash}>{trial.plan.hash}</code>
        </p>
      )}
      <Table<Version>
        caption={w.versions}
        captionShown
        rows={trial.versions}
        rowKey={(row) => row.version}
        columns={[
          {
            id: 'version',
            label: w.version,
            head: true,
            cell: (row) => <code>{row.version.slice(0, 12)}</code>,
          },
          { id: 'activated', label: w.activated, cell: (row) => longDay(row.activated) },
          numeric('people', w.participants, (row) => num(row.people)),
        ]}
      />
    </Section>
  );
}
