import { useEffect, useState } from 'react';
import { ApiProblem } from '@/lib/problems';
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

/** Whether the server's log says more. A call that is not allowed, for example, is no fault. */
const isFault = (error: unknown) =>
  !isAway(error) && !(error instanceof ApiProblem && error.status < 500);

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
      {isFault(error) && <p>{w.rejected}</p>}
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
