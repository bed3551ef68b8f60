import { ControlFlowPage } from '@/features/control-flow/control-flow-page';

/** The active control. */
export function Component() {
  return <ControlFlowPage />;
}
