import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';

/** Prints the page: navigation and buttons stay away, tables that are open come along. */
export function PrintButton() {
  const w = useConsoleMessages();
  return (
    <Button variant="secondary" small className="no-print" onClick={() => window.print()}>
      <Icon name="print" size={18} />
      {w.print}
    </Button>
  );
}
