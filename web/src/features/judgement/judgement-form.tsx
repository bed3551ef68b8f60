import type { FormEvent, ReactNode, RefObject } from 'react';
import type { PublicChoice, PublicEvidence, PublicMedia } from '@/api/schema';
import type { MediaHandle } from '@/features/media/clip-player';
import type { Submitting } from '@/features/study-page/use-submit';
import type { Recorder } from '@/features/timing/recorder';
import { cx } from '@/lib/cx';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import c from '@/ui/columns.module.css';
import { Dock } from '@/ui/dock';
import { ErrorSummary } from '@/ui/error-summary';
import { Question } from '@/ui/question';
import { RadioCards } from '@/ui/radio-cards';
import { useErrorTitle } from '@/ui/title';
import { ConfidenceScale, showConfidence } from './confidence-scale';
import s from './judgement.module.css';
import { ShortcutHints } from './shortcut-hints';
import { useShortcuts } from './shortcuts';
import { UnseenStop } from './unseen-stop';
import { type Judgement, useJudgement } from './use-judgement';
import { useUnseenStop } from './use-unseen-stop';

type Props = {
  /** The key of the judgement's draft. */
  page: string;
  item: {
    prompt: string;
    /** Where to look or listen, in a second look. */
    hint?: string;
    options: readonly PublicChoice[];
    confidence?: boolean;
    media: PublicMedia | null;
    evidence?: readonly PublicEvidence[];
  };
  /** Disabled answers. */
  disabled?: readonly string[];
  recorder: Recorder;
  submitting: Pick<Submitting, 'busy' | 'fields'>;
  /** The handle of the item's medium, for the replay shortcut. */
  handle: RefObject<MediaHandle | null>;
  /** The text of the button, if it does not lead to the feedback. */
  action?: string | undefined;
  /** See `Dock`. */
  buttonInText?: boolean;
  onSubmit: (judgement: Judgement) => void;
  /** The item. */
  children: ReactNode;
  /** What helps to judge it. */
  aid?: ReactNode;
  /** Brings the item's evidence into view and moves the focus to it. */
  onCheck?: () => void;
};

/** A medium or a post, two big choices and how sure: the one frame of all judgements. */
export function JudgementForm(props: Props) {
  const { item, disabled = [], handle } = props;
  const { busy, fields } = props.submitting;
  const w = useTaskMessages().judge;
  const form = useJudgement({ ...props, ...item, disabled, rejected: fields });
  useErrorTitle(form.summary.some(({ id }) => !form.corrected.has(id)));
  const stop = useUnseenStop(props.recorder);
  // A second attempt, or a second look, is about something that the feedback on the first has shown.
  const judged = { media: item.media ? [item.media] : [], evidence: item.evidence ?? [] };
  const isAnother = disabled.length > 0 || item.hint !== undefined;
  const mayPass = () => isAnother || stop.mayPass(judged);
  const byKey = item.options.map(({ value }, index) => [index + 1, () => void form.choose(value)]);
  const replays = (item.media?.kind ?? 'image') !== 'image';
  const replay = { r: () => handle.current?.replay() };
  useShortcuts({ ...Object.fromEntries(byKey), ...(replays && replay) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const judgement = busy ? undefined : form.check();
    if (judgement && mayPass()) props.onSubmit(judgement);
  };
  const choose = (value: string) => {
    form.choose(value);
    if (form.confidence === undefined) showConfidence('confidence');
  };
  const options = item.options.map((option) => ({
    ...option,
    disabled: disabled.includes(option.value),
    reason: w.tried,
  }));

  return (
    <>
      <ErrorSummary errors={form.summary} corrected={form.corrected} />
      <form className={cx(s.form, c.columns)} onSubmit={submit} noValidate>
        <div className={c.seen}>{props.children}</div>
        {props.aid}
        <div className={cx(s.held, c.inside)} inert={busy}>
          <Question
            id="answer"
            legend={item.prompt}
            help={item.hint}
            helpTitle={item.hint && w.hint}
            error={form.errorOf('answer')}
          >
            <RadioCards
              two
              name="answer"
              options={options}
              value={form.answer ?? ''}
              onChange={choose}
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
        <UnseenStop unseen={stop.unseen} onCheck={props.onCheck} />
        <Dock inText={props.buttonInText || stop.unseen !== null}>
          <Button type="submit" aria-disabled={busy}>
            {props.action ?? w.check}
          </Button>
          <ShortcutHints labels={options.map((option) => option.label)} replay={replays} />
        </Dock>
      </form>
    </>
  );
}
