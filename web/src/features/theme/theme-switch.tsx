import { useMessages } from '@/lib/messages';
import { useStore } from '@/lib/store';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { setTheme, theme } from './theme';

/** Switches between light and dark. The name is that of the action, the icon that of the result. */
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
