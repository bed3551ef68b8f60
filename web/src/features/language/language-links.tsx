import { useContext } from 'react';
import type { StudyInfo } from '@/api/schema';
import { setLocale, useLocale } from '@/lib/locale';
import { useMessages } from '@/lib/messages';
import { Each, Template } from '@/lib/template';
import s from './language-links.module.css';

/** The same choice, made by the server. */
const CURRENT = '{% if x.tag == locale %}true{% else %}false{% endif %}' as 'true';

type Locales = StudyInfo['locales'];

/** The study's languages as links, which work before the app runs; the app then switches in place. */
export function LanguageLinks({ locales }: { locales: Locales }) {
  const w = useMessages().chrome;
  const now = useLocale();
  const template = useContext(Template);
  const current = (tag: string) => (import.meta.env.SSR && template ? CURRENT : tag === now);
  return (
    <nav aria-label={w.language} className={`${s.links} no-print`}>
      <Each of={locales} name="locales" id={(locale) => locale.tag}>
        {(locale) => (
          <a
            href={`?locale=${locale.tag}`}
            hrefLang={locale.tag}
            lang={locale.tag}
            aria-current={current(locale.tag)}
            onClick={(event) => {
              event.preventDefault();
              setLocale(locale.tag);
            }}
          >
            {locale.name}
          </a>
        )}
      </Each>
    </nav>
  );
}
