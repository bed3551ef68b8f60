import { useState } from 'react';
import type { PublicEvidence } from '@/api/schema';
import { MediaPlayer } from '@/features/media/media-player';
import type { Recorder } from '@/features/timing/recorder';
import { cx } from '@/lib/cx';
import { useTaskMessages } from '@/locales/task';
import { Icon, type IconName } from '@/ui/icon';
import s from './check-panel.module.css';
import { CHECK_TITLE } from './show-evidence';

const ICONS: Record<PublicEvidence['kind'], IconName> = {
  source: 'user',
  earlier: 'search',
  credentials: 'shield',
  longer: 'play',
};

type Props = {
  evidence: readonly PublicEvidence[];
  recorder?: Recorder;
  /** In a part of a page, the heading is one level lower. */
  part?: boolean;
  /** Whether a hint says what to do, so the help is left out. */
  hinted?: boolean;
};

/** Evidence to open before the judgement. Which evidence is opened, and when, is recorded. */
export function CheckPanel({ evidence, recorder, part, hinted }: Props) {
  const w = useTaskMessages().flowB;
  const Heading = part ? 'h4' : 'h2';
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  if (evidence.length === 0) return null;
  const open = (id: string) => {
    recorder?.opened(id);
    setOpened((old) => new Set(old).add(id));
  };
  return (
    <section className={cx(s.check, !part && s.beside)} aria-labelledby={CHECK_TITLE}>
      <Heading id={CHECK_TITLE} className={s.checkTitle}>
        <Icon name="search" size={20} />
        {w.check}
      </Heading>
      <p className={s.count} role="status">
        {w.opened(opened.size, evidence.length)}
      </p>
      {!hinted && <p className="help">{w.checkHelp}</p>}
      <div className={s.evidence}>
        {evidence.map((one) => (
          <Evidence key={one.id} evidence={one} recorder={recorder} onOpen={() => open(one.id)} />
        ))}
      </div>
    </section>
  );
}

type OneProps = {
  evidence: PublicEvidence;
  recorder: Recorder | undefined;
  onOpen: () => void;
};

function Evidence({ evidence, recorder, onOpen }: OneProps) {
  const w = useTaskMessages().flowB;
  const [open, setOpen] = useState(false);
  return (
    <details
      className={s.one}
      onToggle={(event) => {
        const now = event.currentTarget.open;
        if (now && !open) onOpen();
        setOpen(now);
      }}
    >
      <summary>
        <Icon name={ICONS[evidence.kind] ?? 'info'} size={20} />
        <span>{w.kinds[evidence.kind as keyof typeof w.kinds] ?? evidence.kind}</span>
        <Icon name="down" size={20} />
      </summary>
      <div className={s.found}>
        <p>{evidence.text}</p>
        {/* Rendered only when opened: a medium that is only loaded does not count as seen. */}
        {open && evidence.media && <MediaPlayer media={evidence.media} recorder={recorder} />}
      </div>
    </details>
  );
}
