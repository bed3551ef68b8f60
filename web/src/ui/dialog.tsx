import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
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
  // Escape changes the state, which closes the dialog. If the browser closed it first, pressing the button that
  // opens it would have no effect until the `close` event.
  const cancel = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  // The event of an earlier closing may arrive when the dialog is open again.
  const closed = () => {
    if (!dialog.current?.open) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={s.dialog}
      aria-labelledby={id}
      onCancel={cancel}
      onClose={closed}
    >
      <h2 id={id}>{title}</h2>
      <div className={s.body}>{children}</div>
      <div className={s.actions}>{actions}</div>
    </dialog>
  );
}
