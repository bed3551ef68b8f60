export default function StudyPage() {
  return <p>Study</p>;
}
