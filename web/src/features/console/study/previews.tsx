import type { StudyState } from '../data/shapes';

export function Previews({ study }: { study: StudyState }) {
  return <p>{study.id}</p>;
}
