import { LanguageLinks } from '@/features/language/language-links';
import { useStudy } from '@/features/study/study';
import { setTheme, type Theme, theme } from '@/features/theme/theme';
import { useStore } from '@/lib/store';
import { useAccountMessages } from '@/locales/account';
import { RadioCards } from '@/ui/radio-cards';
import s from './profile.module.css';
import { Section } from './section';

/** Language and theme. */
export function Settings() {
  const w = useAccountMessages().profile;
  const now = useStore(theme);
  const locales = useStudy()?.locales ?? [];
  const options: { value: Theme; label: string }[] = [
    { value: 'light', label: w.light },
    { value: 'dark', label: w.dark },
  ];
  return (
    <Section title={w.settings}>
      {locales.length > 1 && (
        <div className={s.languages}>
          <LanguageLinks locales={locales} />
        </div>
      )}
      <fieldset className={s.group}>
        <legend>{w.theme}</legend>
        <RadioCards
          two
          name="theme"
          options={options}
          value={now}
          onChange={(value) => setTheme(value === 'dark' ? 'dark' : 'light')}
        />
      </fieldset>
    </Section>
  );
}
