import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import s from './dock.module.css';

type Props = {
  children: ReactNode;
  /** Shown only on phones; larger screens show the action in the text. */
  phone?: boolean | undefined;
  /** In the text on phones as well, if other ways on or details would scroll below the bar and be missed. */
  inText?: boolean | undefined;
};

/** The primary action: a bar at the bottom on phones, in the text on larger screens. */
export function Dock({ children, phone, inText }: Props) {
  return <div className={cx(s.dock, !inText && s.bar, phone && s.phone)}>{children}</div>;
}
