import type { ComponentProps } from 'react';
import { cx } from '@/lib/cx';
import s from './callout.module.css';
import { Icon, type IconName } from './icon';

export type Kind = 'info' | 'good' | 'warn' | 'bad';

/** The icon of each kind, so that colour is not the only difference. */
export const KIND_ICON = {
  info: 'info',
  good: 'check',
  warn: 'alert',
  bad: 'alert',
} satisfies Record<Kind, IconName>;

type Props = { kind?: Kind | undefined; title?: string | undefined } & Omit<
  ComponentProps<'div'>,
  'title'
>;

/** A highlighted note. */
export function Callout({ kind = 'info', title, children, className, ...rest }: Props) {
  return (
    <div {...rest} className={cx(s.callout, s[kind], className)}>
      <Icon name={KIND_ICON[kind]} />
      <div className={s.body}>
        {title && <h2 className={s.title}>{title}</h2>}
        {children}
      </div>
    </div>
  );
}
