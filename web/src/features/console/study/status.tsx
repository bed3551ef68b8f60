import { useState } from 'react';
import type { StudyState } from '@/api/schema';
import { api } from '@/lib/api-client';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { change } from '../data/change';
import { useMay } from '../data/use-may';
import { Confirm } from '../parts/confirm';
import { Tag } from '../parts/controls';
import { num, When } from '../parts/format';
import { Section } from '../parts/section';
import s from './study.module.css';

type State = StudyState['status'];

const TONES = { open: 'good', paused: 'warn', closed: 'bad' } as const;
const OTHERS: Record<State, State[]> = {
  open: ['paused', 'closed'],
  paused: ['open', 'closed'],
  closed: ['open'],
};

/** Opens, pauses and closes recruitment. Current participants can continue, and each change can be undone. */
export function Status({ study }: { study: StudyState }) {
  const w = useConsoleMessages().study;
  // The dialog of the last action stays mounted, see `Confirm`.
  const [asked, setAsked] = useState<State>('paused');
  const [asking, setAsking] = useState(false);
  const full = study.status === 'open' && !study.open;
  const ended = study.endedAt !== null;
  const may = useMay();
  const others = ended || !may('PUT /api/admin/study/status') ? [] : OTHERS[study.status];
  return (
    <Section title={w.status} help={!ended && w.statusHelp}>
      <div className={`${s.card} panel`}>
        <p className={s.now}>
          <Tag tone={full ? 'warn' : TONES[study.status]}>
            {full ? w.full : w.states[study.status]}
          </Tag>
          {ended ? (
            <span>
              {w.ended} (<When at={study.endedAt} />)
            </span>
          ) : (
            <span>{full ? w.fullNote : w.stateNotes[study.status]}</span>
          )}
        </p>
        {others.length > 0 && (
          <div className="cluster">
            {others.map((to) => (
              <Button
                key={to}
                small
                variant={to === 'closed' ? 'danger' : 'secondary'}
                onClick={() => {
                  setAsked(to);
                  setAsking(true);
                }}
              >
                {w.to[to]}
              </Button>
            ))}
          </div>
        )}
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.toTitle[asked]}
        action={w.to[asked]}
        reason={{ label: w.why, help: w.whyHelp }}
        typed={
          asked === 'closed' ? { label: w.typeTitle(study.title), text: study.title } : undefined
        }
        run={(reason) =>
          change(
            api.put('/api/admin/study/status', { body: { status: asked, reason } }),
            w.toDone[asked],
          )
        }
      >
        <p>{w.toText[asked](num(study.allocated))}</p>
      </Confirm>
    </Section>
  );
}
