import { use, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { PublicMedia, PublicQuestionnaire, PublicSection } from '@/api/schema';
import { trackFlow } from '@/features/analytics/track';
import type { Answer, Answers } from '@/features/items/item-kind';
import { loadKinds } from '@/features/items/kinds';
import { usePrefetch } from '@/features/media/prefetch';
import { Loaded } from '@/features/study-page/loaded';
import { RefreshMedia } from '@/features/study-page/refresh-media';
import { useNewStep } from '@/features/study-page/use-new-step';
import { useNextBlock } from '@/features/study-page/use-next-block';
import { useResource } from '@/features/study-page/use-resource';
import { useStudyMessages } from '@/locales/study';
import { Loading } from '@/ui/loading';
import { loadQuestionnaire, QUESTIONNAIRES, type QuestionnaireName } from './api';
import { SectionForm } from './section-form';

/** Delay before the code of later sections is fetched, in ms. */
const CALM = 1_000;

/** The three questionnaire pages: one section after the other, from the first unanswered one. */
export function Component() {
  const name = useLocation().pathname.slice(1).replace('-questionnaire', '') as QuestionnaireName;
  const resource = useResource(name, (signal) => loadQuestionnaire(name, signal));
  return (
    <Loaded resource={resource}>
      {(questionnaire) => (
        <Sections name={name} questionnaire={questionnaire} reload={resource.reload} />
      )}
    </Loaded>
  );
}

/** With `one_per_page`, a section has several pages: `<section>/<item>`. */
const sectionId = ({ id }: PublicSection) => id.split('/', 1)[0];

function mediumOf(section: PublicSection | undefined): PublicMedia | undefined {
  const media = section?.items.map((item) => ('media' in item ? item.media : null));
  return media?.find((medium) => medium != null) ?? undefined;
}

type SectionsProps = {
  name: QuestionnaireName;
  questionnaire: PublicQuestionnaire;
  reload: () => void;
};

function Sections({ name, questionnaire, reload }: SectionsProps) {
  const w = useStudyMessages().questionnaire;
  const { sections, title, intro } = questionnaire;
  const [done, setDone] = useState(questionnaire.done);
  const [earlier, setEarlier] = useState(questionnaire.known as Record<string, Answer>);
  useEffect(() => trackFlow('questionnaireShown', name), [name]);
  useEffect(() => {
    // A failure is ignored; the section that needs the code retries.
    const preload = () => void loadKinds(sections.flatMap(({ items }) => items)).catch(() => {});
    const timer = setTimeout(preload, CALM);
    return () => clearTimeout(timer);
  }, [sections]);
  const section = sections[done];
  const refresh = use(RefreshMedia);
  // The server sends advice once it has the answer before it.
  const waits = section?.stage === 'final' && !section.advice;
  useEffect(() => {
    if (waits) refresh().catch(reload);
  }, [waits, refresh, reload]);
  useNewStep(waits ? 'advice' : done);
  usePrefetch(mediumOf(sections[done + 1]));
  useNextBlock(!section);
  // All sections are saved; the receipt opens the next page.
  if (!section || waits) return <Loading />;
  const next = (answers: Answers) => {
    setEarlier({ ...earlier, ...answers });
    if (done + 1 === sections.length) trackFlow('questionnaireCompleted', name, questionnaire);
    setDone(done + 1);
  };
  const ids = [...new Set(sections.map(sectionId))];
  const count =
    ids.length > 1 ? ` · ${w.section(ids.indexOf(sectionId(section)) + 1, ids.length)}` : '';
  return (
    <SectionForm
      key={section.id}
      {...QUESTIONNAIRES[name]}
      page={`${name}-questionnaire/${section.id}`}
      section={section}
      eyebrow={title + count}
      intro={done === 0 ? intro : null}
      last={name === 'post' && done === sections.length - 1}
      earlier={earlier}
      number={done + 1}
      onSaved={next}
    />
  );
}
