import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { buttonClass } from './button';
import { Icon, type IconName } from './icon';
import s from './menu.module.css';

export type MenuItem = { label: string; icon: IconName; onSelect: () => void };
type Props = { label: string; icon: IconName; items: MenuItem[] };

/** The index of the item that a key selects; null for other keys. */
function nextIndex(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** A button that opens a menu: arrow keys move, Escape and Tab close, the focus returns to the button. */
export function Menu({ label, icon, items }: Props) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];

  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const key = (event: KeyboardEvent) => {
    if (!open) {
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        setOpen(true);
      }
      return;
    }
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') {
      setOpen(false);
      button.current?.focus();
    }
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = nextIndex(event.key, at, all.length);
    if (next === null) return;
    event.preventDefault();
    all[next]?.focus();
  };

  const choose = (item: MenuItem) => {
    setOpen(false);
    button.current?.focus();
    item.onSelect();
  };

  return (
    <div className={s.root} ref={root} onKeyDown={key} role="none">
      <button
        ref={button}
        type="button"
        className={buttonClass({ variant: 'icon' })}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name={icon} />
      </button>
      {open && (
        <div role="menu" id={id} aria-label={label} className={s.menu}>
          {items.map((item) => (
            <button
              key={item.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={s.item}
              onClick={() => choose(item)}
            >
              <Icon name={item.icon} size={20} />
              {item.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
