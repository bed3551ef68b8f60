import { useState } from 'react';
import type { Changes, FileChange, VersionState } from '@/api/schema';
import { api } from '@/lib/api-client';
import { interfaceLocale, useLocale } from '@/lib/locale';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { change } from '../data/change';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';
import { useMay } from '../data/use-may';
import { Confirm } from '../parts/confirm';
import { Tag } from '../parts/controls';
import { num, When } from '../parts/format';
import { Section } from '../parts/section';
import { FolderTransfer } from './folder-transfer';
import { Hash } from './hash';
import { Rejected } from './rejected';
import s from './study-version.module.css';

const TONES = { active: 'good', changed: 'info', rejected: 'bad' } as const;

/** The active version, compared with the server's study folder, which can be activated. */
export function StudyVersion() {
  const w = useConsoleMessages().version;
  const locale = interfaceLocale(useLocale());
  const query = useRead('/api/admin/study/version', { query: { locale } });
  return (
    <Section
      title={w.title}
      help={w.help}
      tools={
        query.data && (
          <Button
            variant="secondary"
            small
            aria-disabled={query.isFetching}
            onClick={() => void query.refetch()}
          >
            <span aria-live="polite">{query.isFetching ? w.comparing : w.compare}</span>
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(state) => (
          // Joins the request that a change has started.
          <State state={state} reload={() => query.refetch({ cancelRefetch: false })} />
        )}
      </Loaded>
    </Section>
  );
}

type StateProps = { state: VersionState; reload: () => Promise<unknown> };

function State({ state, reload }: StateProps) {
  const w = useConsoleMessages().version;
  const { active, folder } = state;
  return (
    <>
      <dl className={`${s.facts} panel`}>
        <div>
          <dt>{w.active}</dt>
          <dd>
            <Hash hash={active.hash} /> {active.wordingOnly && <Tag>{w.wording}</Tag>}
          </dd>
        </div>
        <div>
          <dt>{w.since}</dt>
          <dd>
            <When at={active.activatedAt} />
          </dd>
        </div>
        <div>
          <dt>{w.by}</dt>
          <dd>{active.actor === 'operator' ? w.operator : active.actor}</dd>
        </div>
        {active.reason && (
          <div>
            <dt>{w.reason}</dt>
            <dd>{active.reason}</dd>
          </div>
        )}
        <div>
          <dt>{w.folder}</dt>
          <dd>
            <code className={s.path}>{folder.path}</code>{' '}
            <Tag tone={TONES[folder.state]}>{w.states[folder.state]}</Tag>
          </dd>
        </div>
      </dl>
      {folder.state === 'rejected' && (
        <Rejected title={w.rejected} error={folder.error} findings={folder.findings}>
          {w.rejectedHelp}
        </Rejected>
      )}
      <FolderTransfer hasFormer={folder.hasFormer} reload={reload} />
      {folder.changes && <Changed state={state} reload={reload} changes={folder.changes} />}
    </>
  );
}

type ChangedProps = StateProps & { changes: Changes };

/** What the folder changes, and its activation. */
function Changed({ state: { active, folder }, reload, changes }: ChangedProps) {
  const w = useConsoleMessages().version;
  // The dialog of the last action stays mounted, see `Confirm`.
  const [asked, setAsked] = useState({ hash: '', follows: '', wordingOnly: false });
  const [asking, setAsking] = useState(false);
  const may = useMay();
  // What was on the page when the dialog opened: the page may be refetched behind it.
  const ask = (wordingOnly: boolean) => {
    setAsked({ hash: folder.hash ?? '', follows: active.hash, wordingOnly });
    setAsking(true);
  };
  const canBeWording = changes.beyondWords.length === 0;
  const needsReason = changes.needsReason && !asked.wordingOnly;
  const activate = async (reason: string) => {
    const body = { ...asked, reason };
    await change(api.post('/api/admin/study/version', { body }), w.done);
    await reload();
  };
  return (
    <div className={`${s.changes} panel`}>
      <Lines title={w.design} lines={changes.design} />
      <Lines title={w.plan} lines={changes.plan} />
      <Lines title={w.files} lines={changes.files.map((file) => fileText(file, w))} />
      <h3>{w.participants}</h3>
      <p>{w.keep}</p>
      <p>{canBeWording ? w.canBeWording : w.beyondWords}</p>
      {!canBeWording && <Lines lines={changes.beyondWords} folded={w.beyondWordsWhere} />}
      {changes.needsReason && (
        <Callout kind="warn" title={w.begun(num(changes.allocated))}>
          <p>{w.begunHelp}</p>
        </Callout>
      )}
      {may('POST /api/admin/study/version') && (
        <div className="cluster">
          <Button small onClick={() => ask(false)}>
            {w.activate}
          </Button>
          {canBeWording && (
            <Button small variant="secondary" onClick={() => ask(true)}>
              {w.activateWording}
            </Button>
          )}
        </div>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={asked.wordingOnly ? w.askWording : w.ask}
        action={w.confirm}
        reason={needsReason ? { label: w.why, help: w.whyHelp } : undefined}
        run={activate}
      >
        <p>{asked.wordingOnly ? w.meansWording : w.keep}</p>
      </Confirm>
    </div>
  );
}

type LinesProps = { title?: string; lines: string[]; folded?: string };

/** Differences, one in a line; `folded` is the label that shows them. */
function Lines({ title, lines, folded }: LinesProps) {
  if (lines.length === 0) return null;
  const list = (
    <ul className={s.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
  if (folded) {
    return (
      <details>
        <summary>{folded}</summary>
        {list}
      </details>
    );
  }
  return (
    <>
      <h3>{title}</h3>
      {list}
    </>
  );
}

type Words = ReturnType<typeof useConsoleMessages>['version'];

function fileText({ file, change, lines }: FileChange, w: Words): string {
  return `${file}: ${change === 'changed' ? w.linesDiffer(lines ?? 0) : w.fileChanges[change]}`;
}
