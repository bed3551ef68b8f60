import type { ReactNode } from 'react';
import { PageTitle } from '@/ui/page-shell';
import { StudyHtml } from './study-html';
import s from './study-page.module.css';

type Props = {
  html: string;
  /** Our own heading, for a text that has none. */
  title: string;
  /** Between the heading and the text. */
  children?: ReactNode;
};

const HEADING = /^\s*<h1.*?<\/h1>/s;

/** A page text of the study with its own heading, or ours where it has none. */
export function PageText({ html, title, children }: Props) {
  const heading = HEADING.exec(html)?.[0] ?? '';
  return (
    <div className={s.page}>
      {!html.includes('<h1') && <PageTitle>{title}</PageTitle>}
      <StudyHtml html={heading} />
      {children}
      <StudyHtml html={html.slice(heading.length)} />
    </div>
  );
}
