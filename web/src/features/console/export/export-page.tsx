export default function ExportPage() {
  return <p>Export</p>;
}
