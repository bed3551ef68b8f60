import { useEffect, useRef } from 'react';
import { createStore, useStore } from '@/lib/store';

const KEY = 'shortcuts';
const allowed = createStore<boolean | null>(null);

function isOn(): boolean {
  return allowed.get() ?? localStorage.getItem(KEY) !== 'off';
}

/**
 * Whether shortcuts with single keys are on. They can be turned off, because speech input and tremor trigger them by
 * accident.
 */
export function useShortcutsOn(): [boolean, (on: boolean) => void] {
  const on = useStore(allowed) ?? isOn();
  return [
    on,
    (next) => {
      localStorage.setItem(KEY, next ? 'on' : 'off');
      allowed.set(next);
    },
  ];
}

/** Shortcuts work only where the page lists them; the style sheet has the same condition. */
const SHOWN = '(hover: hover) and (min-width: 640px)';

/** Fields use letters and digits themselves. */
const WRITING =
  'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])';

/** The action of a key press, unless another element uses the key. */
export function actionOf<A>(
  event: KeyboardEvent,
  actions: Readonly<Record<string, A>>,
): A | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented)
    return undefined;
  if (event.target instanceof Element && event.target.closest(`${WRITING}, dialog`))
    return undefined;
  return actions[event.key.toLowerCase()];
}

/** Runs actions by single keys while shortcuts are on. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>): void {
  const [on] = useShortcutsOn();
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      const action = actionOf(event, latest.current);
      if (!action || !window.matchMedia(SHOWN).matches) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
}
