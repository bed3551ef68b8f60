import type { PageView, ShownViews, StepViews } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { useStepName } from '../parts/use-step-name';
import type { Target } from './previews';
import s from './previews.module.css';
import { nameOf, pagesOf } from './views';

type Open = (target: Target) => Promise<void>;
type Props = {
  steps: StepViews[];
  /** A search opens the steps that it finds; otherwise each step is opened manually. */
  searching: boolean;
  /** The language of the study's texts. */
  language: string;
  open: Open;
};

/** All pages by step; each item in one row with a button for each of its views. */
export function PageList({ steps, searching, language, open }: Props) {
  const { preview: w } = useConsoleMessages();
  const stepName = useStepName();
  return (
    <div className={s.steps}>
      {steps.map((step) => (
        <details key={`${step.step} ${searching}`} className={s.step} open={searching}>
          <summary>
            {stepName(step.step)}{' '}
            <span className={`${s.count} note`}>{w.pages(pagesOf([step]))}</span>
          </summary>
          <ul className={s.list}>
            {step.shown.map((shown) => (
              <Row
                key={shown.views[0]?.page + String(shown.views[0]?.part)}
                shown={shown}
                language={language}
                open={open}
              />
            ))}
          </ul>
        </details>
      ))}
      {steps.length === 0 && <p role="status">{w.none}</p>}
      {!searching && (
        <div className={s.step}>
          <ul className={s.list}>
            <li className={s.row}>
              <span className={s.name}>{w.profile}</span>
              <Look label={w.open} of={w.profile} target={{ page: '/profile' }} open={open} />
            </li>
          </ul>
        </div>
      )}
    </div>
  );
}

type RowProps = { shown: ShownViews; language: string; open: Open };

function Row({ shown, language, open }: RowProps) {
  const { preview: w } = useConsoleMessages();
  const name = nameOf(shown, w.kinds);
  // If there is only the kind, the left column shows it already.
  const label = (view: PageView) => (shown.title === null ? w.open : w.kinds[view.kind]);
  return (
    <li className={s.row}>
      <span className={s.name} lang={shown.title === null ? undefined : language}>
        {name}
      </span>
      <span className="cluster">
        {shown.views.map((view) => (
          <Look key={view.kind} label={label(view)} of={name} target={view} open={open} />
        ))}
      </span>
    </li>
  );
}

type LookProps = { label: string; of: string; target: Target; open: Open };

function Look({ label, of, target, open }: LookProps) {
  const { preview: w } = useConsoleMessages();
  return (
    <button
      type="button"
      className={s.look}
      aria-label={w.opens(label, of)}
      onClick={() => void open(target)}
    >
      {label}
    </button>
  );
}
