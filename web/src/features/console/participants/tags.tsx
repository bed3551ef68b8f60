import type { ParticipantRow, QualityFlagCount } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { Tag, type Tone } from '../parts/controls';

const TONES = { active: 'good', idle: 'plain', stuck: 'warn', gone: 'plain' } as const;

/** The status of a participant; of those in progress, how long they have not moved. */
export function StatusTag({ row }: { row: Pick<ParticipantRow, 'status' | 'presence'> }) {
  const w = useConsoleMessages();
  if (row.presence) return <Tag tone={TONES[row.presence]}>{w.presence[row.presence]}</Tag>;
  const tone: Tone = row.status === 'finished' ? 'info' : 'plain';
  return <Tag tone={tone}>{w.statuses[row.status]}</Tag>;
}

/** The quality flags of a participant, and how often each was set. */
export function SignTags({ signs }: { signs: QualityFlagCount[] }) {
  const w = useConsoleMessages().signs;
  return signs.map(({ sign, times }) => (
    <Tag key={sign} tone="warn" breaks>
      {times > 1 ? `${w[sign]} ×\u2009${times}` : w[sign]}
    </Tag>
  ));
}
