import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import type { Dialog } from './dialog';

const fetched = () => import('./dialog');
const Fetched = lazy(async () => ({ default: (await fetched()).Dialog }));

/** A rarely used dialog, whose code is loaded after the page. */
export function LateDialog(props: ComponentProps<typeof Dialog>) {
  const [wanted, setWanted] = useState(false);
  // It stays mounted once opened, so that closing returns the focus to its opener.
  if (props.open && !wanted) setWanted(true);
  useEffect(() => {
    // A failure is ignored; opening retries.
    fetched().catch(() => {});
  }, []);
  if (!wanted) return null;
  return (
    <Suspense>
      <Fetched {...props} />
    </Suspense>
  );
}
