import type { ReactNode } from 'react';
import type { PublicFeedback, PublicMedia } from '@/api/schema';
import { cx } from '@/lib/cx';
import { useTaskMessages } from '@/locales/task';
import { Icon } from '@/ui/icon';
import { PageTitle } from '@/ui/page-shell';
import { AnnotatedMedia } from './annotated-media';
import s from './feedback.module.css';

type Props = {
  feedback: PublicFeedback;
  media: PublicMedia | null;
  /** Wraps the medium of a post. */
  frame?: ((medium: ReactNode) => ReactNode) | undefined;
  /** Replaces the page's title if the feedback is part of a page. */
  title?: ((words: string) => ReactNode) | undefined;
};

/** The feedback: the outcome by icon and text, the medium with its annotations, the explanation, benign look-alikes. */
export function FeedbackView({ feedback, media, frame, title }: Props) {
  const medium = media && <AnnotatedMedia media={media} annotations={feedback.marks} />;
  const heard = !frame && media?.kind === 'audio';
  return (
    <div className={s.feedback}>
      <Banner feedback={feedback} title={title} post={Boolean(frame)} />
      {frame ? frame(medium) : medium}
      <Reasons feedback={feedback} part={Boolean(title)} heard={heard} />
    </div>
  );
}

/** Of a post, the checks are what the participant looks at again. */
function Banner({ feedback, title, post }: Pick<Props, 'feedback' | 'title'> & { post: boolean }) {
  const w = useTaskMessages().feedback;
  const { truth, mayRetry, sign } = feedback;
  const right = sign ? sign.found : feedback.correct;
  const words = right ? (sign ? w.found : w.right) : w.wrong;
  const look = post ? w.checkText : w.lookText;
  const again = feedback.secondLook ? look : w.retryText;
  return (
    <div className={cx(s.banner, !right && s.wrong)}>
      <Icon name={right ? 'check' : 'x'} size={32} />
      <div>
        {title ? title(words) : <PageTitle>{words}</PageTitle>}
        {truth && <p className={s.truth}>{w.was(truth)}</p>}
        {sign && <p className={s.truth}>{w.sign(sign.labels)}</p>}
        {mayRetry && <p className={s.again}>{again}</p>}
      </div>
    </div>
  );
}

type ReasonsProps = {
  feedback: PublicFeedback;
  /** Whether it is below another heading. */
  part: boolean;
  /** A recording is judged by listening; a post with one is not. */
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
