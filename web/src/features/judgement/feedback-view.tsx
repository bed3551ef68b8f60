import type { ReactNode } from 'react';
import type { PublicFeedback, PublicMedia } from '@/api/schema';
import { cx } from '@/lib/cx';
import { useTaskMessages } from '@/locales/task';
import { Icon } from '@/ui/icon';
import { PageTitle } from '@/ui/page-shell';
import { AnnotatedMedia } from './annotated-media';
import s from './judgement.module.css';

type Props = {
  feedback: PublicFeedback;
  media: PublicMedia | null;
  /** Around the medium, for a post. */
  frame?: ((medium: ReactNode) => ReactNode) | undefined;
  /** In place of the page's title, where the feedback is a part of a page. */
  title?: ((words: string) => ReactNode) | undefined;
};

/** Right or not, by icon and word; the same medium with what to look at; why; what looks alike. */
export function FeedbackView({ feedback, media, frame, title }: Props) {
  const medium = media && <AnnotatedMedia media={media} marks={feedback.marks} />;
  const heard = !frame && media?.kind === 'audio';
  return (
    <div className={s.feedback}>
      <Banner feedback={feedback} title={title} />
      {frame ? frame(medium) : medium}
      <Reasons feedback={feedback} part={Boolean(title)} heard={heard} />
    </div>
  );
}

function Banner({ feedback, title }: Pick<Props, 'feedback' | 'title'>) {
  const w = useTaskMessages().feedback;
  const words = feedback.correct ? w.right : w.wrong;
  return (
    <div className={cx(s.banner, !feedback.correct && s.wrong)}>
      <Icon name={feedback.correct ? 'check' : 'x'} size={32} />
      <div>
        {title ? title(words) : <PageTitle>{words}</PageTitle>}
        {feedback.truth && <p className={s.truth}>{w.was(feedback.truth)}</p>}
        {feedback.mayRetry && <p className={s.again}>{w.retryText}</p>}
      </div>
    </div>
  );
}

type ReasonsProps = {
  feedback: PublicFeedback;
  /** Below another heading. */
  part: boolean;
  /** A recording is judged by ear; a post with one is not. */
  heard: boolean;
};

function Reasons({ feedback, part, heard }: ReasonsProps) {
  const w = useTaskMessages().feedback;
  const Heading = part ? 'h4' : 'h2';
  const { explanation, lookAlike, cue } = feedback;
  if (!explanation && !lookAlike && !cue) return null;
  return (
    <div className={cx(s.parts, explanation && lookAlike && s.two)}>
      {(explanation || cue) && (
        <section className={`${s.part} panel`}>
          <Heading>{cue || w.why}</Heading>
          {explanation && <p>{explanation}</p>}
        </section>
      )}
      {lookAlike && (
        <section className={`${s.part} panel`}>
          <Heading>{heard ? w.soundAlike : w.lookAlike}</Heading>
          <p>{lookAlike}</p>
        </section>
      )}
    </div>
  );
}
