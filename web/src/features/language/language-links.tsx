import { useContext } from 'react';
import type { StudyInfo } from '@/api/schema';
import { setLocale, useLocale } from '@/lib/locale';
import { Each, Template } from '@/lib/template';
import { useMessages } from '@/locales/messages';
import s from './language-links.module.css';

/** The server makes the same choice. */
const CURRENT = '{% if x.tag == locale %}true{% else %}false{% endif %}' as 'true';

type Locales = StudyInfo['locales'];

/** The study's languages as links, which work before the app runs. The app then switches without a reload. */
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
