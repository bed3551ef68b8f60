import { Outlet } from 'react-router';
import { LanguageLinks } from '@/features/language/language-links';
import { useStudy } from '@/features/study/study';
import { ThemeSwitch } from '@/features/theme/theme-switch';
import { When } from '@/lib/template';
import { useMessages } from '@/locales/messages';
import { Brand } from '@/ui/brand';
import { Shell } from '@/ui/page-shell';
import s from './bar.module.css';
import { PATHS } from './paths';
import './public.css';
import { SkipLink } from '@/ui/skip-link';

/** The frame of the public pages: name, language, theme. */
export function Component() {
  const w = useMessages();
  const locales = useStudy()?.locales ?? [];
  return (
    <Shell>
      <SkipLink />
      <header className={s.head}>
        <Brand to={PATHS.landing} name="Unmask" />
        <div className={s.tools}>
          <When is={locales.length > 1} test="locales|length > 1">
            <LanguageLinks locales={locales} />
          </When>
          <ThemeSwitch />
        </div>
      </header>
      <Outlet />
      <footer className={s.foot}>
        <p>{w.chrome.madeWith}</p>
      </footer>
    </Shell>
  );
}
