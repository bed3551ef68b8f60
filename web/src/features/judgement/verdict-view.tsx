import type { ReactNode } from 'react';
import type { PublicMedia, Verdict } from '@/api/types';
import { cx } from '@/lib/cx';
import { useTaskWords } from '@/locales/task';
import { Icon } from '@/ui/icon';
import { PageTitle } from '@/ui/page-shell';
import s from './judgement.module.css';
import { MarkedMedia } from './marked-media';

type Props = {
  verdict: Verdict;
  media: PublicMedia | null;
  /** Around the medium, for a post. */
  frame?: (medium: ReactNode) => ReactNode;
};

/** Right or not, by icon and word; the same medium with what to look at; why; what looks alike. */
export function VerdictView({ verdict, media, frame = (medium) => medium }: Props) {
  return (
    <div className={s.verdict}>
      <Banner verdict={verdict} />
      {frame(media && <MarkedMedia media={media} marks={verdict.marks} />)}
      <Reasons verdict={verdict} />
    </div>
  );
}

function Banner({ verdict }: { verdict: Verdict }) {
  const w = useTaskWords().verdict;
  return (
    <div className={cx(s.banner, !verdict.correct && s.wrong)}>
      <Icon name={verdict.correct ? 'check' : 'x'} size={32} />
      <div>
        <PageTitle>{verdict.correct ? w.right : w.wrong}</PageTitle>
        {verdict.truth && <p className={s.truth}>{w.was(verdict.truth)}</p>}
        {verdict.mayRetry && <p className={s.again}>{w.retryText}</p>}
      </div>
    </div>
  );
}

function Reasons({ verdict }: { verdict: Verdict }) {
  const w = useTaskWords().verdict;
  const { explanation, lookAlike, cue } = verdict;
  if (!explanation && !lookAlike && !cue) return null;
  return (
    <div className={cx(s.parts, explanation && lookAlike && s.two)}>
      {(explanation || cue) && (
        <section className={s.part}>
          <h2>{cue || w.why}</h2>
          {explanation && <p>{explanation}</p>}
        </section>
      )}
      {lookAlike && (
        <section className={s.part}>
          <h2>{w.lookAlike}</h2>
          <p>{lookAlike}</p>
        </section>
      )}
    </div>
  );
}
