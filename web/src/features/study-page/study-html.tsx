import s from './study-page.module.css';

type Props = {
  html: string;
  /** The page has its own heading: the text's first one goes below it. */
  below?: boolean;
};

/** A text of the study. The server has sanitised it when the bundle was loaded. */
export function StudyHtml({ html, below = false }: Props) {
  if (!html) return null;
  const text = below ? html.replaceAll('<h1', '<h2').replaceAll('</h1>', '</h2>') : html;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one way in for the study's own texts.
  return <div className={s.prose} dangerouslySetInnerHTML={{ __html: text }} />;
}
