import { type ReactNode, useEffect, useId, useRef } from 'react';
import s from './dialog.module.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  actions: ReactNode;
};

/** A modal dialog. The browser provides focus trap, inert background and Escape. */
export function Dialog({ open, onClose, title, children, actions }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const node = dialog.current;
    if (!node || node.open === open) return;
    if (open) node.showModal();
    else node.close();
  }, [open]);
  return (
    <dialog ref={dialog} className={s.dialog} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      <div className={s.body}>{children}</div>
      <div className={s.actions}>{actions}</div>
    </dialog>
  );
}
