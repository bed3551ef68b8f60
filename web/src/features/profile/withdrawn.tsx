import { useEffect } from 'react';
import type { WithdrawalReply } from '@/api/schema';
import { StudyHtml } from '@/features/study-page/study-html';
import { focusInView } from '@/lib/focus-in-view';
import { formatDateTime } from '@/lib/format';
import { useAccountMessages } from '@/locales/account';
import { Button, ButtonLink } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Main, PageTitle } from '@/ui/page-shell';
import s from './profile.module.css';

/** The receipt of a withdrawal, and the study's text for participants who withdrew. */
export function Withdrawn({ left }: { left: WithdrawalReply }) {
  const w = useAccountMessages().profile;
  // This page replaces another one on the same route, so a screen reader must announce it.
  useEffect(() => focusInView(document.querySelector('h1')), []);
  return (
    <Main>
      <PageTitle>{w.receiptTitle}</PageTitle>
      <p>{w.receiptTexts[left.mode]}</p>
      <dl className={s.facts}>
        <div>
          <dt>{w.receipt}</dt>
          <dd className={s.code}>{left.receipt}</dd>
        </div>
        <div>
          <dt>{w.receiptAt}</dt>
          <dd>{formatDateTime(left.at)}</dd>
        </div>
        <div>
          <dt>{w.receiptMode}</dt>
          <dd>{w.modes[left.mode]}</dd>
        </div>
      </dl>
      <StudyHtml html={left.html} below />
      <div className={s.actions}>
        <Button variant="secondary" className="no-print" onClick={() => window.print()}>
          <Icon name="print" size={20} />
          {w.print}
        </Button>
        <ButtonLink to="/" variant="quiet">
          {w.toStart}
        </ButtonLink>
      </div>
    </Main>
  );
}
