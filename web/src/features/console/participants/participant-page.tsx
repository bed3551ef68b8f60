import type { ParticipantDetail } from '@/api/schema';
import { interfaceLocale, useLocale } from '@/lib/locale';
import { ApiProblem } from '@/lib/problems';
import { useConsoleMessages } from '@/locales/console';
import { Callout } from '@/ui/callout';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';

import { Tag } from '../parts/controls';
import { languageName, When } from '../parts/format';
import { Facts } from '../parts/section';
import { useStepName } from '../parts/use-step-name';
import { Actions } from './actions';
import s from './participants.module.css';
import { FlagTags, StatusTag } from './tags';
import { Timeline } from './timeline';

/** One participant: position, timeline, and what a researcher can do. */
export default function ParticipantPage({ code }: { code: string }) {
  const w = useConsoleMessages().participant;
  // The study's texts are shown next to its data, in the reader's language if possible.
  const locale = interfaceLocale(useLocale());
  const query = useRead('/api/admin/participants/{code}', { path: { code }, query: { locale } });
  if (query.error instanceof ApiProblem && query.error.status === 404) {
    // A participant who was shown before has been erased, which is neither a failure nor a mistyped code.
    if (query.data) {
      return (
        <Callout kind="good" title={w.erased(code)}>
          <p>{w.erasedText}</p>
        </Callout>
      );
    }
    return (
      <Callout kind="warn" title={w.unknown}>
        <p>{w.unknownText}</p>
      </Callout>
    );
  }
  return <Loaded query={query}>{(detail) => <Detail detail={detail} />}</Loaded>;
}

function Detail({ detail }: { detail: ParticipantDetail }) {
  const messages = useConsoleMessages();
  const w = messages.participant;
  const stepName = useStepName();
  const arm = {
    label: messages.participants.arm,
    value: detail.arm?.label ?? messages.participants.noArm,
  };
  return (
    <>
      <p className={s.tags}>
        <StatusTag row={detail} />
        {detail.simulated && <Tag tone="info">{messages.participants.simulated}</Tag>}
        <FlagTags flags={detail.flags} />
      </p>
      <Facts
        facts={[
          ...(detail.blinded ? [] : [arm]),
          { label: messages.participants.step, value: stepName(detail.step) },
          { label: messages.participants.registered, value: <When at={detail.registeredAt} /> },
          { label: messages.participants.moved, value: <When at={detail.movedAt} /> },
          ...detail.waves.map((wave) => ({
            label: wave.title,
            value: (
              <span className={s.times}>
                {messages.partStates[wave.state]}
                <span>
                  {w.opens} <When at={wave.opensAt} />
                </span>
                <span>
                  {w.closes} <When at={wave.closesAt} />
                </span>
              </span>
            ),
          })),
          { label: w.finished, value: <When at={detail.finishedAt} /> },
          { label: w.locale, value: detail.locale && languageName(detail.locale) },
          {
            label: messages.study.hash,
            value: <code title={detail.studyVersion}>{detail.studyVersion.slice(0, 12)}</code>,
          },
        ]}
        small
      />
      {detail.excluded && (
        <Callout kind="warn" title={w.isExcluded}>
          <p>
            {detail.excludedAsPlanned
              ? w.excludedAsPlanned(detail.excluded)
              : w.excludedBy(detail.excluded, detail.excludedBy ?? '')}
          </p>
        </Callout>
      )}
      <Actions detail={detail} />
      <Timeline moments={detail.timeline} blinded={detail.blinded} />
    </>
  );
}
