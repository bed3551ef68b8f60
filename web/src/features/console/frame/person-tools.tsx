import { useStudy } from '@/features/study/study';
import { ThemeSwitch } from '@/features/theme/theme-switch';
import { setLocale, useLocale } from '@/lib/locale';
import { useSession } from '@/lib/session';
import { BASE } from '@/lib/site';
import { useConsoleMessages } from '@/locales/console';
import { buttonClass } from '@/ui/button';
import { Menu, type MenuItem } from '@/ui/menu';
import s from './console.module.css';
import { INSTALLATION_PAGES } from './pages';
import { signOutPerson } from './sign-out-person';

const open = (address: string) => window.location.assign(address);

/**
 * The tools of people of the installation in the bar of a study's console. They have no account in the study, so its
 * dashboard and profile are not for them.
 */
export function PersonTools() {
  const w = useConsoleMessages().person;
  const now = useLocale();
  const name = useSession().user?.username ?? '';
  const others = (useStudy()?.locales ?? []).filter(({ tag }) => tag !== now);
  const items: MenuItem[] = [
    { label: w.account, icon: 'user', onSelect: () => open(INSTALLATION_PAGES.account) },
    { label: w.participants, icon: 'next', onSelect: () => open(`${BASE}/`) },
    ...others.map(({ tag, name }) => ({
      label: name,
      icon: 'globe' as const,
      onSelect: () => void setLocale(tag),
    })),
    { label: w.signOut, icon: 'out', onSelect: () => void signOutPerson() },
  ];
  return (
    <>
      <a
        className={buttonClass({ variant: 'quiet', small: true })}
        href={INSTALLATION_PAGES.studies}
      >
        {w.studies}
      </a>
      <ThemeSwitch />
      <span className={s.who}>{name}</span>
      <Menu label={w.menu(name)} icon="user" items={items} />
    </>
  );
}
