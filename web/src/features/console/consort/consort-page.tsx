export default function ConsortPage() {
  return <p>Consort</p>;
}
