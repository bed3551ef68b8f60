import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router';
import { cx } from '@/lib/cx';
import s from './button.module.css';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'icon';
type Look = {
  variant?: Variant | undefined;
  small?: boolean | undefined;
  block?: boolean | undefined;
};

/** The classes of a button, for whatever has to look like one. */
export function buttonClass({ variant = 'primary', small, block }: Look = {}): string {
  return cx(s.button, s[variant], small && s.small, block && s.block);
}

/**
 * A button. `aria-disabled` keeps it focusable, so that the reason can be read; it then does
 * nothing. A button that submits or navigates takes one click of a double click: the second half would fall on
 * the next page. Secondary buttons (one step more, show again) may be pressed twice in a row. Keys are not
 * counted (`detail` is 0).
 */
export function Button({
  variant = 'primary',
  small,
  block,
  className,
  onClick,
  ...rest
}: ComponentProps<'button'> & { 'aria-disabled'?: boolean | undefined } & Look) {
  const disabled = rest['aria-disabled'];
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (disabled || (event.detail > 1 && variant !== 'secondary')) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={click}
      className={cx(buttonClass({ variant, small, block }), className)}
    />
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  small,
  block,
  className,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={cx(buttonClass({ variant, small, block }), className)} />;
}
