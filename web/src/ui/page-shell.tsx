import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '@/lib/cx';
import { focusInView } from '@/lib/focus-in-view';
import s from './page-shell.module.css';

type MainProps = {
  children: ReactNode;
  /** Less space between the parts, so that a task fits a phone screen. */
  tight?: boolean | undefined;
  /** The width of a form. */
  narrow?: boolean | undefined;
};

/** The single column of a page. */
export function Main({ children, tight, narrow }: MainProps) {
  return (
    <main className={cx(s.main, tight && s.tight, narrow && s.narrow)} id="main">
      {children}
    </main>
  );
}

type TitleProps = {
  children: ReactNode;
  /** Takes the focus when this changes, so that a screen reader announces the new step. */
  step?: string | number | undefined;
  hidden?: boolean | undefined;
  className?: string | undefined;
};

/** The page's `h1`. It takes the focus on a change of step, not on the first load of a page. */
export function PageTitle({ children, step, hidden, className }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    focusInView(heading.current);
  }, [step]);
  return (
    <h1 ref={heading} tabIndex={-1} className={cx(hidden && 'vh', className)}>
      {children}
    </h1>
  );
}

/** The area between header and footer. */
export function Shell({ children }: { children: ReactNode }) {
  return <div className={s.shell}>{children}</div>;
}
