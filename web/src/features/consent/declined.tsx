import { useEffect, useRef } from 'react';
import { focusInView } from '@/lib/focus-in-view';
import { StudyHtml } from '@/lib/template';
import { usePublicMessages } from '@/locales/public';
import { Button, ButtonLink } from '@/ui/button';
import { Main, PageTitle } from '@/ui/page-shell';
import s from './declined.module.css';

/** The page after declining. Nothing has been stored, and the visitor can reconsider. */
export function Declined({ html, onBack }: { html: string; onBack: () => void }) {
  const w = usePublicMessages().consent;
  const text = useRef<HTMLDivElement>(null);
  // This page replaces another one on the same route, so a screen reader must announce it.
  useEffect(() => focusInView(text.current), []);
  return (
    <Main>
      <div ref={text} tabIndex={-1} className={s.text}>
        {!/<h1/.test(html) && <PageTitle>{w.declinedTitle}</PageTitle>}
        <StudyHtml html={html} className={s.text} />
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
