import { type KeyboardEvent, type ReactNode, useId } from 'react';
import s from './tabs.module.css';

type Tab = { id: string; label: string; panel: ReactNode };
type Props = { label: string; tabs: Tab[]; value: string; onChange: (id: string) => void };

/** The step of an arrow key; Home and End go to the ends. */
function target(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Tabs with roving focus: one tab stop, arrow keys inside. All panels stay mounted and keep their input. */
export function Tabs({ label, tabs, value, onChange }: Props) {
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const next = tabs[target(event.key, at, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
  };
  return (
    <div className={s.whole}>
      <div role="tablist" aria-label={label} className={s.tabs} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className={s.tab}
            aria-selected={tab.id === value}
            aria-controls={`${id}-${tab.id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${id}-${tab.id}-panel`}
          aria-labelledby={`${id}-${tab.id}`}
          hidden={tab.id !== value}
        >
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
