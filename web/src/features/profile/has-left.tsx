import { loadDebrief } from '@/features/debrief/api';
import { DebriefList } from '@/features/debrief/debrief-list';
import { StudyHtml } from '@/features/study-page/study-html';
import { useResource } from '@/features/study-page/use-resource';
import { useAccountMessages } from '@/locales/account';
import { errorMessage } from '@/locales/error-message';
import { Callout } from '@/ui/callout';
import { Loading } from '@/ui/loading';
import { Section } from './section';

/** For a participant who withdrew and signs in again: the study's text, and the debrief of the items that they saw. */
export function HasLeft() {
  const w = useAccountMessages().profile;
  const debrief = useResource('debrief', loadDebrief);
  return (
    <Section title={w.receiptTitle}>
      {debrief.state === 'loading' && <Loading />}
      {debrief.state === 'failed' && (
        <Callout kind="warn" title={w.receiptTitle}>
          <p>{errorMessage(debrief.error)}</p>
        </Callout>
      )}
      {debrief.state === 'ready' && (
        <>
          <StudyHtml html={debrief.data.html} below />
          {debrief.data.items.length > 0 && <DebriefList items={debrief.data.items} />}
        </>
      )}
    </Section>
  );
}
