import { Callout } from '@/ui/callout';

/** The error of a failed action, announced immediately. */
export function Problem({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Callout kind="bad" role="alert">
      {message}
    </Callout>
  );
}
