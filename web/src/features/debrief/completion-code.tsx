import { useState } from 'react';
import type { PartCode } from '@/api/schema';
import { useAccountMessages } from '@/locales/account';
import { Button, buttonClass } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './debrief.module.css';

type Words = { code: string; codeHelp: string; codeKeep: string; return: string };
type Props = {
  code: string;
  returnUrl: string | null;
  words?: Words | undefined;
  /** The codes of other parts of the study that were completed. */
  others?: PartCode[] | undefined;
};

/** Only web addresses are allowed, because the study's file can contain any text. */
function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url);
}

/** The code of the outcome, with a button to copy it and the link to the recruitment service. */
export function CompletionCode({ code, returnUrl, words, others = [] }: Props) {
  const end = useAccountMessages().end;
  const w = { ...end, ...words };
  const back = returnUrl && isWeb(returnUrl) ? returnUrl : null;
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
    } catch {
      // If copying is not allowed, the code can be selected manually.
    }
  };
  return (
    <section className={`${s.code} panel`} aria-labelledby="completion">
      <h2 id="completion">{w.code}</h2>
      <p>{back ? w.codeHelp : w.codeKeep}</p>
      <div className={s.actions}>
        <output className={s.value}>{code}</output>
        <Button variant="secondary" small className="no-print" onClick={() => void copy()}>
          <Icon name={copied ? 'check' : 'copy'} size={20} />
          <span aria-live="polite">{copied ? w.copied : w.copy}</span>
        </Button>
      </div>
      {back && (
        <a href={back} className={`${buttonClass({})} no-print`} rel="noreferrer">
          {w.return}
          <Icon name="next" size={20} />
        </a>
      )}
      {others.map((other) => (
        <p key={other.code}>
          {other.title ?? end.firstPart}: <b>{other.code}</b>
        </p>
      ))}
    </section>
  );
}
