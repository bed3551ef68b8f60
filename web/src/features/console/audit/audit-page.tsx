export default function AuditPage() {
  return <p>Audit</p>;
}
