import { useTaskMessages } from '@/locales/task';
import s from './judgement.module.css';
import { useShortcutsOn } from './shortcuts';

type Props = { labels: string[]; replay: boolean };

/** The list of keyboard shortcuts, and the switch that turns them off. */
export function ShortcutHints({ labels, replay }: Props) {
  const w = useTaskMessages().judge;
  const [on, setOn] = useShortcutsOn();
  return (
    <div className={s.keys}>
      {on &&
        labels.length <= 2 &&
        labels.map((label, index) => (
          <span key={label}>
            <kbd>{index + 1}</kbd> {label}
          </span>
        ))}
      {on && labels.length > 2 && (
        <span>
          <kbd>1</kbd> – <kbd>{labels.length}</kbd> {w.keyChoose}
        </span>
      )}
      {on && replay && (
        <span>
          <kbd>R</kbd> {w.keyReplay}
        </span>
      )}
      <button type="button" className={s.keySwitch} onClick={() => setOn(!on)}>
        {on ? w.keysOff : w.keysOn}
      </button>
    </div>
  );
}
