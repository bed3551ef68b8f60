import { useStore } from '@/lib/store';
import { useWords } from '@/lib/words';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { setTheme, theme } from './theme';

/** Switches between light and dark. The name says what it does, the icon what one gets. */
export function ThemeSwitch() {
  const w = useWords().chrome;
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
