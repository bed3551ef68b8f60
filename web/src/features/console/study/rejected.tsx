import type { ReactNode } from 'react';
import type { Finding } from '@/api/schema';
import { Callout } from '@/ui/callout';
import { Tag } from '../parts/controls';
import s from './study-version.module.css';

type Props = {
  title: string;
  error: string | null;
  findings: Finding[];
  /** What follows from it, and what to do. */
  children: ReactNode;
};

/** Why a study folder is not used, and what is wrong in which line. */
export function Rejected({ title, error, findings, children }: Props) {
  return (
    <Callout kind="warn" title={title}>
      <p>{children}</p>
      <p lang="en" className={s.error}>
        {error}
      </p>
      {findings.length > 0 && (
        <ul className={s.findings} lang="en">
          {findings.map((finding) => (
            <li key={JSON.stringify(finding)}>
              <p>
                <Tag tone={finding.severity === 'error' ? 'bad' : 'warn'}>{finding.severity}</Tag>{' '}
                <code className={s.path}>
                  {[finding.file, finding.line, finding.column].filter((part) => part).join(':')}
                </code>
              </p>
              <p>{finding.message}</p>
              {finding.help && <p className={s.help}>{finding.help}</p>}
            </li>
          ))}
        </ul>
      )}
    </Callout>
  );
}
