import type { ReactNode } from 'react';
import { api, localized } from '@/lib/api-client';
import { PageTitle } from '@/ui/page-shell';
import { StudyHtml } from './study-html';
import s from './study-page.module.css';

/** A text of the study's `pages/` folder as sanitised HTML; optional in a study. */
export async function loadPageText(name: string, signal?: AbortSignal): Promise<string> {
  const page = await api
    .get('/api/study/pages/{name}', { path: { name }, ...localized(), signal })
    .catch(() => ({ html: '' }));
  return page.html;
}

type Props = {
  html: string;
  /** The heading for a text without one. */
  title: string;
  /** Between the heading with the first paragraph and the rest of the text. */
  children?: ReactNode;
};

const HEADING = /^\s*<h1.*?<\/h1>(\s*<p>.*?<\/p>)?/s;

/** A page text of the study, with its own heading or that of the interface. */
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
