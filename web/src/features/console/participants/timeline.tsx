import { useState } from 'react';
import type { TimelineMoment as Moment } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { languageName, When } from '../parts/format';
import { Section } from '../parts/section';
import { useStepName } from '../parts/use-step-name';
import { Named } from './named';
import { SubmittedDetails } from './submitted';
import { FlagTags } from './tags';
import s from './timeline.module.css';

/** The timeline of a participant. Usage events are shown on request. */
export function Timeline({ moments, blinded }: { moments: Moment[]; blinded: boolean }) {
  const w = useConsoleMessages().timeline;
  const [events, setEvents] = useState(false);
  const count = moments.filter((moment) => moment.kind === 'event').length;
  const shown = moments
    .map((moment, at) => ({ moment, at }))
    .filter(({ moment }) => events || moment.kind !== 'event');
  return (
    <Section
      title={w.title}
      help={blinded ? `${w.help} ${w.daysAlone}` : w.help}
      tools={
        count > 0 && (
          <label className={s.switch}>
            <input
              type="checkbox"
              checked={events}
              onChange={(event) => setEvents(event.target.checked)}
            />
            {w.events(count)}
          </label>
        )
      }
    >
      <ol className={`${s.list} panel`}>
        {shown.map(({ moment, at }) => (
          <li key={at} className={s[moment.kind]}>
            <span className={s.time}>
              <When at={moment.at} seconds />
            </span>
            <div className={s.what}>
              <Words moment={moment} />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Words({ moment }: { moment: Moment }) {
  const { timeline: w, eventNames, partStates } = useConsoleMessages();
  const stepName = useStepName();
  switch (moment.kind) {
    case 'consented': {
      return (
        <>
          <p>{w.consented(moment.version, languageName(moment.locale))}</p>
          <ul className={s.ticks}>
            {Object.entries(moment.ticks).map(([id, yes]) => (
              <li key={id}>
                <span role="img" aria-label={yes ? w.ticked : w.notTicked}>
                  {yes ? '☑' : '☐'}
                </span>
                <Named id={id} name={moment.labels[id]} />
              </li>
            ))}
          </ul>
        </>
      );
    }
    case 'entered':
      return <p>{w.entered(stepName(moment.step))}</p>;
    case 'wave':
      return <p>{w.wave(moment.title, partStates[moment.state])}</p>;
    case 'excluded':
      return <p>{w.excluded(moment.actor, moment.reason)}</p>;
    case 'included':
      return <p>{w.included(moment.actor, moment.reason ?? null)}</p>;
    case 'event':
      return (
        <p className="note">
          {eventNames[moment.name] ?? moment.name} {moment.page}
        </p>
      );
    case 'submitted': {
      const result = moment.correct == null ? [] : [moment.correct ? w.right : w.wrong];
      const stage = moment.stage ? [w.stages[moment.stage]] : [];
      const attempt = moment.attempt > 1 ? [w.attempt(moment.attempt)] : [];
      const notes = [...attempt, ...stage, ...result];
      return (
        <>
          <p className={s.line}>
            <span>
              {w.submitted(moment.title ?? moment.item)}
              {notes.length > 0 && ` (${notes.join(', ')})`}
            </span>
            <FlagTags flags={moment.flags.map((flag) => ({ flag, times: 1 }))} />
          </p>
          {moment.title != null && <code className={s.id}>{moment.item}</code>}
          <SubmittedDetails submitted={moment} />
        </>
      );
    }
    default:
      return <p>{w.kinds[moment.kind]}</p>;
  }
}
