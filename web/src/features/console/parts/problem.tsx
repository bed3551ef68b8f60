import { Callout } from '@/ui/callout';

/** Why an act failed, announced at once. */
export function Problem({ message }: { message: string | undefined }) {
  if (!message) return null;
  return (
    <Callout kind="bad" role="alert">
      {message}
    </Callout>
  );
}
