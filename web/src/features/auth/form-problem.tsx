import { Callout } from '@/ui/callout';

/** What is wrong with the whole form. The place is there from the start, so that a change is read out. */
export function FormProblem({ message }: { message: string | null }) {
  return <div role="alert">{message && <Callout kind="bad">{message}</Callout>}</div>;
}
