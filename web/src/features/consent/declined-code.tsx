import type { DeclinedCode as Code } from '@/api/schema';
import { useAccountMessages } from '@/locales/account';
import { buttonClass } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './declined.module.css';

/** The code that a recruitment service asks visitors for who decline, and the way back to it. */
export function DeclinedCode({ code: { code, returnUrl } }: { code: Code }) {
  const w = useAccountMessages().turnedAway;
  // Only web addresses are allowed, because the study's file can contain any text.
  const back = returnUrl && /^https?:\/\//i.test(returnUrl) ? returnUrl : null;
  return (
    <section className={`${s.panel} panel`} aria-labelledby="declined-code">
      <h2 id="declined-code">{w.code}</h2>
      <p>{back ? w.codeHelp : w.codeKeep}</p>
      <output className={s.code}>{code}</output>
      {back && (
        <a href={back} className={buttonClass({})} rel="noreferrer">
          {w.return}
          <Icon name="next" size={20} />
        </a>
      )}
    </section>
  );
}
