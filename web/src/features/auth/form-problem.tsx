import { useEffect, useRef } from 'react';
import { Callout } from '@/ui/callout';

/**
 * What is wrong with the whole form. The place is there from the start, so that a change is read out; the
 * button is below a screen's foot, so the eyes are brought here too.
 */
export function FormProblem({ message }: { message: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) place.current?.scrollIntoView?.({ block: 'center' });
  }, [message]);
  return (
    <div ref={place} role="alert">
      {message && <Callout kind="bad">{message}</Callout>}
    </div>
  );
}
