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

/** The classes of a button, for elements that look like one. */
export function buttonClass({ variant = 'primary', small, block }: Look = {}): string {
  return cx(s.button, s[variant], small && s.small, block && s.block);
}

/**
 * A button. With `aria-disabled` it stays focusable, so that the reason can be read, and does nothing. A button that
 * submits or navigates ignores the second click of a double click, which would hit the next page. Secondary buttons may
 * be pressed twice in a row. Key presses are not affected (`detail` is 0).
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
