import { useStore } from '@/lib/store';
import { useMessages } from '@/locales/messages';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { setTheme, theme } from './theme';

/** Switches between light and dark. The label names the action, the icon the result. */
export function ThemeSwitch() {
  const w = useMessages().chrome;
  const now = useStore(theme, 'light');
  return (
    <Button
      variant="icon"
      aria-label={w.switchTheme}
      aria-pressed={now === 'dark'}
      onClick={() => setTheme(now === 'dark' ? 'light' : 'dark')}
    >
      <Icon name={now === 'dark' ? 'sun' : 'moon'} />
    </Button>
  );
}
