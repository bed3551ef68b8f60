import type { MediaExposure, Submitted } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { duration, num } from '../parts/format';
import { numeric, Table } from '../parts/table';
import { Named } from './named';
import s from './timeline.module.css';

/** A value as it is in the data. */
function written(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(written).join(', ');
  return value === null || value === undefined ? num(null) : JSON.stringify(value);
}

/** The answers of a submission, their times and media. Collapsed, because there are many. */
export function SubmittedDetails({ submitted }: { submitted: Submitted }) {
  const w = useConsoleMessages().timeline;
  const { answers, labels, seconds, hiddenSeconds, media, receipt } = submitted;
  const rows = Object.entries(answers ?? {});
  return (
    <details className={s.details}>
      <summary>
        {w.took(duration(seconds))}
        {hiddenSeconds != null && hiddenSeconds > 0 && `, ${w.hiddenFor(duration(hiddenSeconds))}`}
      </summary>
      {answers ? (
        <Table<[string, unknown]>
          caption={w.answers}
          rows={rows}
          rowKey={([name]) => name}
          columns={[
            {
              id: 'name',
              label: w.variable,
              head: true,
              cell: ([name]) => <Named id={name} name={labels[name]} />,
            },
            { id: 'value', label: w.value, cell: ([, value]) => written(value) },
          ]}
        />
      ) : (
        <p className="note">{w.blinded}</p>
      )}
      {media.length > 0 && (
        <Table<MediaExposure>
          caption={w.media}
          captionShown
          rows={media}
          rowKey={(row, at) => `${row.file} ${at}`}
          columns={[
            { id: 'file', label: w.file, head: true, cell: (row) => row.file },
            numeric('first', w.firstFrame, (row) => duration(row.firstFrameSeconds)),
            numeric('watched', w.watched, (row) => duration(row.watchedSeconds)),
            numeric('stalls', w.stalls, (row) => num(row.stalls)),
            { id: 'error', label: w.error, cell: (row) => row.error ?? num(null) },
          ]}
        />
      )}
      {receipt != null && <p className="note">{w.receipt(receipt)}</p>}
    </details>
  );
}
