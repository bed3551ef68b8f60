import s from './study-page.module.css';

type Props = {
  html: string;
  /** The page has its own heading, so the text's first one gets a lower level. */
  below?: boolean;
};

/** A text of the study. The server sanitised it when it loaded the bundle. */
export function StudyHtml({ html, below = false }: Props) {
  if (!html) return null;
  const text = below ? html.replaceAll('<h1', '<h2').replaceAll('</h1>', '</h2>') : html;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one way in for the study's own texts.
  return <div className={s.prose} dangerouslySetInnerHTML={{ __html: text }} />;
}
