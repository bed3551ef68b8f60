import type { FormEvent, ReactNode } from 'react';
import type { PublicChoice } from '@/api/schema';
import type { Recorder } from '@/features/timing/recorder';
import type { FieldMessage } from '@/lib/problems';
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
  prompt: string;
  options: readonly PublicChoice[];
  disabled: readonly string[];
  confidence: boolean;
  recorder: Recorder;
  busy: boolean;
  rejected: readonly FieldMessage[];
  submitLabel: string;
  /** See `Dock`. */
  buttonInText?: boolean;
  onReplay?: (() => void) | undefined;
  onSubmit: (judgement: Judgement) => void;
  /** What is judged. */
  children: ReactNode;
};

/** A medium or a post above, two big choices and how sure below: the one frame of all judgements. */
export function JudgementForm(props: Props) {
  const w = useTaskMessages().judge;
  const form = useJudgement(props);
  useErrorTitle(form.summary.length > 0);
  const byKey = props.options.map((option, index) => [
    String(index + 1),
    () => void form.choose(option.value),
  ]);
  const { onReplay } = props;
  useShortcuts({ ...Object.fromEntries(byKey), ...(onReplay ? { r: onReplay } : {}) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const judgement = props.busy ? undefined : form.check();
    if (judgement) props.onSubmit(judgement);
  };
  const options = props.options.map((option) => ({
    ...option,
    disabled: props.disabled.includes(option.value),
    reason: w.tried,
  }));

  return (
    <form className={s.form} onSubmit={submit} noValidate>
      <ErrorSummary errors={form.summary} />
      {props.children}
      <div className={s.held} inert={props.busy}>
        <Question id="answer" legend={props.prompt} error={form.errorOf('answer')}>
          <RadioCards
            two
            name="answer"
            options={options}
            value={form.answer ?? ''}
            onChange={form.choose}
          />
        </Question>
        {props.confidence && (
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
        <Button type="submit" aria-disabled={props.busy}>
          {props.submitLabel}
        </Button>
        <ShortcutHints labels={options.map((option) => option.label)} replay={Boolean(onReplay)} />
      </Dock>
    </form>
  );
}
