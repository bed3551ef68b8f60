import { Questionnaire } from '@/features/questionnaire/questionnaire';

/** The questionnaire before the group part. */
export function Component() {
  return <Questionnaire which="treatment" />;
}
