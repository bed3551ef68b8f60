import { Button } from '@/ui/button';

type Props = { busy: boolean; doing: string; children: string };

/** Submits the form, and announces that, also to screen readers. */
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
