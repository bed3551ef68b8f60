import { useState } from 'react';
import type { PublicEvidence } from '@/api/schema';
import { MediaPlayer } from '@/features/media/media-player';
import type { Recorder } from '@/features/timing/recorder';
import { useTaskMessages } from '@/locales/task';
import { Icon, type IconName } from '@/ui/icon';
import s from './check-panel.module.css';

const ICONS: Record<PublicEvidence['kind'], IconName> = {
  source: 'user',
  earlier: 'search',
  credentials: 'shield',
  longer: 'play',
};

type Props = {
  evidence: readonly PublicEvidence[];
  recorder?: Recorder;
  /** A part of a page that has more: its title is a lower heading. */
  part?: boolean;
};

/** What one would look up before deciding. What is opened, and when, is part of the data. */
export function CheckPanel({ evidence, recorder, part }: Props) {
  const w = useTaskMessages().flowB;
  const Heading = part ? 'h4' : 'h2';
  if (evidence.length === 0) return null;
  return (
    <section className={s.check} aria-labelledby="check-title">
      <Heading id="check-title" className={s.checkTitle}>
        <Icon name="search" size={20} />
        {w.check}
      </Heading>
      <p className="help">{w.checkHelp}</p>
      <div className={s.evidence}>
        {evidence.map((one) => (
          <Evidence key={one.id} evidence={one} recorder={recorder} />
        ))}
      </div>
    </section>
  );
}

type OneProps = { evidence: PublicEvidence; recorder: Recorder | undefined };

function Evidence({ evidence, recorder }: OneProps) {
  const w = useTaskMessages().flowB;
  const [open, setOpen] = useState(false);
  return (
    <details
      className={s.one}
      onToggle={(event) => {
        const now = event.currentTarget.open;
        if (now && !open) recorder?.opened(evidence.id);
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
        {/* Not before it is opened: a medium that is only loaded was not looked at. */}
        {open && evidence.media && <MediaPlayer media={evidence.media} recorder={recorder} />}
      </div>
    </details>
  );
}
