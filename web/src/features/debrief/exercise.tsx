import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { PublicExercise } from '@/api/schema';
import { FeedbackView } from '@/features/judgement/feedback-view';
import { MediaPlayer } from '@/features/media/media-player';
import { CheckPanel } from '@/features/posts/check-panel';
import { PostCard } from '@/features/posts/post-card';
import { focusInView } from '@/lib/focus-in-view';
import { useAccountMessages } from '@/locales/account';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Question } from '@/ui/question';
import { RadioCards } from '@/ui/radio-cards';
import s from './debrief.module.css';

type Props = { items: readonly PublicExercise[]; onStop: () => void };

/**
 * A training as an exercise: one item at a time, first a choice, then its feedback. Only this component stores the
 * choices.
 */
export function Exercise({ items, onStop }: Props) {
  const w = useAccountMessages().end.practice;
  const [results, setResults] = useState<readonly boolean[]>([]);
  /** The choice whose feedback is shown. */
  const [answered, setAnswered] = useState<PublicExercise | null>(null);
  const right = results.filter(Boolean).length;
  const next = items[results.length];
  const decide = (item: PublicExercise, answer: string) => {
    setResults([...results, answer === item.correct]);
    setAnswered(item);
  };
  return (
    <div className={s.exercise}>
      <p role="status" className="help">
        {w.done(results.length, items.length, right)}
      </p>
      {answered ? (
        <Feedback item={answered} correct={results.at(-1) === true} />
      ) : next ? (
        <Ask
          key={next.id}
          item={next}
          title={w.item(results.length + 1, items.length)}
          onDecide={(answer) => decide(next, answer)}
        />
      ) : (
        <Title>{w.finished}</Title>
      )}
      <div className={s.actions}>
        {answered && (
          <Button onClick={() => setAnswered(null)}>
            {next ? w.next : w.toResult}
            <Icon name="next" size={20} />
          </Button>
        )}
        {!answered && !next && (
          <Button variant="secondary" onClick={() => setResults([])}>
            <Icon name="replay" size={20} />
            {w.again}
          </Button>
        )}
        <Button variant="quiet" onClick={onStop}>
          {w.stop}
        </Button>
      </div>
    </div>
  );
}

/** Takes the focus when it appears, because the focused element is removed. */
function Title({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusInView(heading.current), []);
  return (
    <h3 ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}

type AskProps = { item: PublicExercise; title: string; onDecide: (answer: string) => void };

/** The item, its evidence and the choice. */
function Ask({ item, title, onDecide }: AskProps) {
  const w = useAccountMessages().end;
  const task = useTaskMessages();
  const form = useRef<HTMLFormElement>(null);
  const [answer, setAnswer] = useState<string>();
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer !== undefined) return onDecide(answer);
    setMissing(true);
    form.current?.querySelector<HTMLElement>('input[type=radio]')?.focus();
  };
  const medium = item.media && <MediaPlayer media={item.media} />;
  return (
    <form className={s.training} ref={form} onSubmit={submit} noValidate>
      <Title>{title}</Title>
      {item.who && <p className="help">{item.who}</p>}
      {item.post ? <PostCard post={item.post}>{medium}</PostCard> : medium}
      {item.context && <p>{item.context}</p>}
      <CheckPanel evidence={item.evidence} part />
      <Question
        id="exercise"
        legend={item.prompt}
        headingLevel={4}
        error={missing && answer === undefined ? w.practice.chooseOne : undefined}
      >
        <RadioCards
          two
          name="exercise"
          options={item.options}
          value={answer ?? ''}
          onChange={setAnswer}
        />
      </Question>
      <div className={s.actions}>
        <Button type="submit">{task.judge.check}</Button>
      </div>
    </form>
  );
}

/** The feedback: whether it was correct, the cue and the explanation. */
function Feedback({ item, correct }: { item: PublicExercise; correct: boolean }) {
  const w = useAccountMessages().end.practice;
  const { post } = item;
  return (
    <>
      <FeedbackView
        feedback={{ ...item.verdict, correct }}
        media={item.media}
        title={(words) => <Title>{words}</Title>}
        frame={post ? (medium) => <PostCard post={post}>{medium}</PostCard> : undefined}
      />
      {item.ratedOriginal && <p>{w.rated}</p>}
    </>
  );
}
