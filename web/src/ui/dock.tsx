import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import s from './dock.module.css';

type Props = {
  children: ReactNode;
  /** On larger screens right under what has `order: -2`, so that it is seen without scrolling. */
  early?: boolean | undefined;
};

/** Holds the primary action: a bar in thumb's reach on phones, in the text on larger screens. */
export function Dock({ children, early }: Props) {
  return <div className={cx(s.dock, early && s.early)}>{children}</div>;
}
