import { useEffect, useRef } from 'react';
import { useAccountWords } from '@/locales/account';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { useSignOut } from './sign-out';

type Props = {
  name: string;
  /** It turned up while the page was in use, so the reader is led to it. */
  late: boolean;
};

/** On a shared computer somebody else may be signed in: says who, and offers to go on without them. */
export function SignedInAs({ name, late }: Props) {
  const w = useAccountWords().signedIn;
  const { signOut, dialog } = useSignOut(true);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (late) ref.current?.focus();
  }, [late]);
  return (
    <>
      <Callout ref={ref} tabIndex={-1} kind="warn" title={w.title(name)}>
        <p>{w.text}</p>
        <Button variant="secondary" small onClick={signOut}>
          {w.notMe}
        </Button>
      </Callout>
      {dialog}
    </>
  );
}
