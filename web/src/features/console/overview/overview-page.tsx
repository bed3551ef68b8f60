export default function OverviewPage() {
  return <p>Overview</p>;
}
