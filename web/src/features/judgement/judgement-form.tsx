import type { FormEvent, ReactNode, RefObject } from 'react';
import type { PublicChoice, PublicMedia } from '@/api/schema';
import type { MediaHandle } from '@/features/media/clip-player';
import type { Submitting } from '@/features/study-page/use-submit';
import type { Recorder } from '@/features/timing/recorder';
import { useErrorTitle } from '@/lib/title';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Dock } from '@/ui/dock';
import { ErrorSummary } from '@/ui/error-summary';
import { Question } from '@/ui/question';
import { RadioCards } from '@/ui/radio-cards';
import { ConfidenceScale } from './confidence-scale';
import s from './judgement.module.css';
import { ShortcutHints } from './shortcut-hints';
import { useShortcuts } from './shortcuts';
import { type Judgement, useJudgement } from './use-judgement';

type Props = {
  /** The draft of the judgement is saved under it. */
  page: string;
  item: {
    prompt: string;
    options: readonly PublicChoice[];
    confidence?: boolean;
    media: PublicMedia | null;
  };
  /** Answers that may not be given again. */
  disabled?: readonly string[];
  recorder: Recorder;
  submitting: Pick<Submitting, 'busy' | 'fields'>;
  /** Of the item's medium, which a key replays. */
  handle: RefObject<MediaHandle | null>;
  /** See `Dock`. */
  buttonInText?: boolean;
  onSubmit: (judgement: Judgement) => void;
  /** What is judged. */
  children: ReactNode;
};

/** A medium or a post above, two big choices and how sure below: the one frame of all judgements. */
export function JudgementForm(props: Props) {
  const { item, disabled = [], handle } = props;
  const { busy, fields } = props.submitting;
  const w = useTaskMessages().judge;
  const form = useJudgement({ ...props, ...item, disabled, rejected: fields });
  useErrorTitle(form.summary.length > 0);
  const byKey = item.options.map(({ value }, index) => [index + 1, () => void form.choose(value)]);
  const replays = (item.media?.kind ?? 'image') !== 'image';
  const replay = { r: () => handle.current?.replay() };
  useShortcuts({ ...Object.fromEntries(byKey), ...(replays && replay) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const judgement = busy ? undefined : form.check();
    if (judgement) props.onSubmit(judgement);
  };
  const options = item.options.map((option) => ({
    ...option,
    disabled: disabled.includes(option.value),
    reason: w.tried,
  }));

  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <ErrorSummary errors={form.summary} />
      {props.children}
      <div className={s.held} inert={busy}>
        <Question id="answer" legend={item.prompt} error={form.errorOf('answer')}>
          <RadioCards
            two
            name="answer"
            options={options}
            value={form.answer ?? ''}
            onChange={form.choose}
          />
        </Question>
        {item.confidence && (
          <Question id="confidence" legend={w.confidence} error={form.errorOf('confidence')}>
            <ConfidenceScale
              name="confidence"
              value={form.confidence}
              onChange={form.setConfidence}
            />
          </Question>
        )}
      </div>
      <Dock inText={props.buttonInText}>
        <Button type="submit" aria-disabled={busy}>
          {w.check}
        </Button>
        <ShortcutHints labels={options.map((option) => option.label)} replay={replays} />
      </Dock>
    </form>
  );
}
