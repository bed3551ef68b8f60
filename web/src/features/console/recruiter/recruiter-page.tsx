import { Bonuses } from './bonuses';
import { Comparison } from './comparison';

/** What concerns the recruiter: comparing its submissions with the participants, and paying bonuses. */
export default function RecruiterPage() {
  return (
    <>
      <Comparison />
      <Bonuses />
    </>
  );
}
