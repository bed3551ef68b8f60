import { formatDateTime } from '@/lib/format';
import { useAccountWords } from '@/locales/account';
import { Button, ButtonLink } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Main, PageTitle } from '@/ui/page-shell';
import { useNewStep } from '../study-page/use-new-step';
import type { WithdrawalReceipt } from './api';
import s from './profile.module.css';

/** The receipt of a withdrawal. */
export function Withdrawn({ receipt }: { receipt: WithdrawalReceipt }) {
  const w = useAccountWords().profile;
  useNewStep(receipt.receipt);
  return (
    <Main>
      <PageTitle>{w.receiptTitle}</PageTitle>
      <p>{w.receiptText}</p>
      <dl className={s.facts}>
        <div>
          <dt>{w.receipt}</dt>
          <dd className={s.code}>{receipt.receipt}</dd>
        </div>
        <div>
          <dt>{w.receiptAt}</dt>
          <dd>{formatDateTime(receipt.at)}</dd>
        </div>
        <div>
          <dt>{w.receiptMode}</dt>
          <dd>{w.modes[receipt.mode]}</dd>
        </div>
      </dl>
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
