import { lazy, Suspense, useEffect, useRef } from 'react';
import type { DeclinedCode as Code } from '@/api/schema';
import { focusInView } from '@/lib/focus-in-view';
import { StudyHtml } from '@/lib/template';
import { usePublicMessages } from '@/locales/public';
import { Button, ButtonLink } from '@/ui/button';
import { Main, PageTitle } from '@/ui/page-shell';
import s from './declined.module.css';

/** Only in a study that has a code for those who decline. */
const DeclinedCode = lazy(async () => ({
  default: (await import('./declined-code')).DeclinedCode,
}));

type Props = { html: string; code: Code | null | undefined; onBack: () => void };

/** The page after declining. Nothing has been stored, and the visitor can reconsider. */
export function Declined({ html, code, onBack }: Props) {
  const w = usePublicMessages().consent;
  const text = useRef<HTMLDivElement>(null);
  // This page replaces another one on the same route, so a screen reader must announce it.
  useEffect(() => focusInView(text.current), []);
  return (
    <Main>
      <div ref={text} tabIndex={-1} className={s.text}>
        {!/<h1/.test(html) && <PageTitle>{w.declinedTitle}</PageTitle>}
        <StudyHtml html={html} className={s.text} />
        {code && (
          <Suspense>
            <DeclinedCode code={code} />
          </Suspense>
        )}
      </div>
      <div className={s.actions}>
        <Button variant="secondary" onClick={onBack}>
          {w.reconsider}
        </Button>
        <ButtonLink to="/" variant="quiet">
          {w.home}
        </ButtonLink>
      </div>
    </Main>
  );
}
