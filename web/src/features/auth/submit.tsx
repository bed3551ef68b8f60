import { Button } from '@/ui/button';

type Props = { busy: boolean; doing: string; children: string };

/** Sends the form, and says that it is being sent, also to whoever does not see it. */
export function Submit({ busy, doing, children }: Props) {
  return (
    <>
      <p className="vh" role="status">
        {busy && doing}
      </p>
      <Button type="submit" block aria-busy={busy}>
        {busy ? doing : children}
      </Button>
    </>
  );
}
