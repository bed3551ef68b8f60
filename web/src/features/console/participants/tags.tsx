import type { ParticipantRow, ParticipantWave, QualityFlagCount } from '@/api/schema';
import { useConsoleMessages } from '@/locales/console';

import { Tag, type Tone } from '../parts/controls';

const TONES = { active: 'good', idle: 'plain', inactive: 'warn', dropped_out: 'plain' } as const;

/** The status of a participant, with the time of inactivity for those in progress. */
export function StatusTag({ row }: { row: Pick<ParticipantRow, 'status' | 'presence'> }) {
  const w = useConsoleMessages();
  if (row.presence) return <Tag tone={TONES[row.presence]}>{w.presence[row.presence]}</Tag>;
  const tone: Tone = row.status === 'finished' ? 'info' : 'plain';
  return <Tag tone={tone}>{w.statuses[row.status]}</Tag>;
}

const PART_TONES = {
  waiting: 'plain',
  open: 'warn',
  started: 'good',
  completed: 'info',
  missed: 'bad',
  timed_out: 'bad',
  failed: 'bad',
  declined: 'bad',
} as const;

/** The state of a later part of the study for a participant; nothing if none is planned. */
export function PartTag({ wave }: { wave: ParticipantWave | undefined }) {
  const { partStates, timeline } = useConsoleMessages();
  if (!wave) return null;
  return (
    <Tag tone={PART_TONES[wave.state]} breaks>
      {timeline.wave(wave.title, partStates[wave.state])}
    </Tag>
  );
}

/** The quality flags of a participant, and how often each was set. */
export function FlagTags({ flags }: { flags: QualityFlagCount[] }) {
  const w = useConsoleMessages().signs;
  return flags.map(({ flag, times }) => (
    <Tag key={flag} tone="warn" breaks>
      {times > 1 ? `${w[flag]} ×\u2009${times}` : w[flag]}
    </Tag>
  ));
}
