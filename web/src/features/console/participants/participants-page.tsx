export default function ParticipantsPage() {
  return <p>Participants</p>;
}
