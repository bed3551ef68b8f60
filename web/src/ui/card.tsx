import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import s from './card.module.css';

/** A white box with a thin border. */
export function Card({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  return <div className={cx(s.card, className)}>{children}</div>;
}
