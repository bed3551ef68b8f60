import { useEffect, useRef } from 'react';
import { Callout } from '@/ui/callout';

/**
 * What is wrong with the whole form. The place is there from the start, so that a change is read out; it takes
 * the focus, which brings the eyes here from the button below.
 */
export function FormProblem({ message }: { message: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) place.current?.focus();
  }, [message]);
  return (
    <div ref={place} role="alert" tabIndex={-1}>
      {message && <Callout kind="bad">{message}</Callout>}
    </div>
  );
}
