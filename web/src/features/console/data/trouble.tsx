import { useEffect, useState } from 'react';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { keepFocus } from '../parts/focus';
import { isAway, useErrorMessage } from './error-message';

type Props = {
  error: unknown;
  /** The heading of the message. */
  title: string;
  busy: boolean;
  again: () => void;
};

/** Shows what could not be loaded and why, with a button to try again. */
export function Trouble({ error, title, busy, again }: Props) {
  const w = useConsoleMessages().loading;
  const errorMessage = useErrorMessage();
  const [pressed, setPressed] = useState(false);
  // This message disappears with the focus inside it when the data arrive.
  useEffect(() => (pressed ? keepFocus : undefined), [pressed]);
  return (
    <Callout kind="warn" title={title} role="alert">
      <p>{errorMessage(error)}</p>
      {!isAway(error) && <p>{w.rejected}</p>}
      <p>
        <Button
          variant="secondary"
          small
          aria-disabled={busy}
          onClick={() => {
            setPressed(true);
            again();
          }}
        >
          {w.again}
        </Button>
      </p>
    </Callout>
  );
}
