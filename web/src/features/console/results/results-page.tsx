export default function ResultsPage() {
  return <p>Results</p>;
}
