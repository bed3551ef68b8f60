import { Questionnaire } from '@/features/questionnaire/questionnaire';

/** The first questionnaire. */
export function Component() {
  return <Questionnaire which="pre" />;
}
