import { Questionnaire } from '@/features/questionnaire/questionnaire';

/** The last questionnaire. */
export function Component() {
  return <Questionnaire which="post" />;
}
