import { type ComponentProps, lazy, Suspense, useEffect, useState } from 'react';
import type { Dialog } from './dialog';

const fetched = () => import('./dialog');
const Fetched = lazy(async () => ({ default: (await fetched()).Dialog }));

/** A dialog that few open: its code comes after the page has, and is there when it is wanted. */
export function LateDialog(props: ComponentProps<typeof Dialog>) {
  const [wanted, setWanted] = useState(false);
  // Once opened it stays, so that closing gives the focus back to where it was.
  if (props.open && !wanted) setWanted(true);
  useEffect(() => {
    // A failure here means nothing: opening fetches it again.
    fetched().catch(() => {});
  }, []);
  if (!wanted) return null;
  return (
    <Suspense>
      <Fetched {...props} />
    </Suspense>
  );
}
