export default function ParticipantPage({ code }: { code: string }) {
  return <p>{code}</p>;
}
