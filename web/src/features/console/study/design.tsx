import type { CSSProperties } from 'react';
import type { ArmSteps, DesignPart, StudyState } from '@/api/schema';
import { cx } from '@/lib/cx';
import { useConsoleMessages } from '@/locales/console';
import { longDay } from '../parts/format';
import { Section } from '../parts/section';
import { useStepName } from '../parts/use-step-name';
import s from './design.module.css';

/** The design as a diagram: a line for each arm in each part, with its steps in order. */
export function Design({ study: { design, blinded } }: { study: StudyState }) {
  const w = useConsoleMessages().study;
  return (
    <Section title={w.design} help={blinded ? w.designBlinded : w.designHelp}>
      {design.map((part) => (
        <Part key={part.id} part={part} earlier={design.find(({ id }) => id === part.after)} />
      ))}
    </Section>
  );
}

function Part({ part, earlier }: { part: DesignPart; earlier: DesignPart | undefined }) {
  const w = useConsoleMessages().study;
  const weights = part.arms.reduce((sum, arm) => sum + arm.weight, 0);
  const isUnequal = part.arms.some((arm) => arm.weight !== part.arms[0]?.weight);
  const title = part.title ?? w.firstPart;
  return (
    <div className={`${s.part} panel`}>
      <h3>{title}</h3>
      <p className="note">{useTimes(part, earlier)}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a landmark for each part would be too many. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <div className={s.diagram} role="group" aria-label={`${w.design}: ${title}`} tabIndex={0}>
        <ul className={s.arms} style={{ '--steps': part.steps.length } as CSSProperties}>
          {part.arms.length === 0 && <Line name={w.allArms} steps={part.steps} part={part} />}
          {part.arms.map((arm) => (
            <Line
              key={arm.arm.id}
              name={arm.arm.label}
              note={[
                ...levelsBeside(arm),
                ...(isUnequal ? [w.weight(arm.weight, weights)] : []),
              ].join(', ')}
              steps={arm.steps}
              part={part}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The levels of an arm, unless its name consists of them. */
function levelsBeside({ arm, levels }: ArmSteps): string[] {
  const all = Object.entries(levels).map(([factor, level]) => ({ factor, level }));
  const isNamed = all.every(({ factor }) => arm.label.includes(`${factor}: `));
  return isNamed ? [] : all.map(({ factor, level }) => `${factor}: ${level}`);
}

type LineProps = { name: string; note?: string; steps: string[]; part: DesignPart };

function Line({ name, note, steps, part }: LineProps) {
  const w = useConsoleMessages().study;
  const stepName = useStepName();
  return (
    <li className={s.arm}>
      <p className={s.name}>
        {name}
        {note && <span className={s.about}>{note}</span>}
      </p>
      {steps.length === 0 ? (
        <p className={`${s.absent} note`}>{w.notInPart}</p>
      ) : (
        <ol className={s.steps}>
          {steps.map((step) => (
            <li
              key={step}
              className={cx(s.step, !isOfAll(step, part.arms) && s.own)}
              style={{ '--at': part.steps.indexOf(step) + 1 } as CSSProperties}
            >
              <span>{stepName(step)}</span>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** Whether all arms have a step; while the study is blinded, all that are named. */
function isOfAll(step: string, arms: ArmSteps[]): boolean {
  return arms.length === 0 ? step !== '/group-part' : arms.every((arm) => arm.steps.includes(step));
}

/** How long a part takes, and when it is open: days are counted from the completion of `earlier`. */
function useTimes({ minutes, opens, closes }: DesignPart, earlier?: DesignPart): string {
  const w = useConsoleMessages().study;
  const from = w.namedPart(earlier?.title ?? w.firstPart);
  const time = (
    at: DesignPart['opens'],
    after: (days: number, part: string) => string,
    on: (date: string) => string,
  ) => {
    if (at?.date) return [on(longDay(at.date))];
    return at?.days == null ? [] : [after(at.days, from)];
  };
  return [
    w.inMinutes(minutes),
    ...time(opens, w.opensAfter, w.opensOn),
    ...time(closes, w.closesAfter, w.closesOn),
  ].join(' · ');
}
