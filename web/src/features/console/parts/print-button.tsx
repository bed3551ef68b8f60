import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';

/** Prints the page without navigation and buttons, and with open tables. */
export function PrintButton() {
  const w = useConsoleMessages();
  return (
    <Button variant="secondary" small className="no-print" onClick={() => window.print()}>
      <Icon name="print" size={18} />
      {w.print}
    </Button>
  );
}
