import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import s from './dock.module.css';

type Props = {
  children: ReactNode;
  /** Only on phones: larger screens have the action elsewhere in the text. */
  phone?: boolean | undefined;
  /** In the text on phones too, where links or details would scroll under the bar and be pressed by mistake for it. */
  inText?: boolean | undefined;
};

/** Holds the primary action: a bar in thumb's reach on phones, in the text on larger screens. */
export function Dock({ children, phone, inText }: Props) {
  return <div className={cx(s.dock, !inText && s.bar, phone && s.phone)}>{children}</div>;
}
