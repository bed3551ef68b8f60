import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { PublicQuestionnaire } from '@/api/schema';
import { trackFlow } from '@/features/analytics/track';
import type { Answer, Answers } from '@/features/items/item-kind';
import { preloadFields } from '@/features/items/kinds';
import { Loaded } from '@/features/study-page/loaded';
import { useNewStep } from '@/features/study-page/use-new-step';
import { useResource } from '@/features/study-page/use-resource';
import { useStudyMessages } from '@/locales/study';
import { Loading } from '@/ui/loading';
import { loadQuestionnaire, QUESTIONNAIRES, type QuestionnaireName } from './api';
import { SectionForm } from './section-form';

/** How long the first section is left alone before the code of later ones is fetched, in ms. */
const CALM = 1_000;

/** `/pre-questionnaire` and the other two: one section after the other, from where it was left. */
export function Component() {
  const name = useLocation().pathname.slice(1).replace('-questionnaire', '') as QuestionnaireName;
  const resource = useResource(name, (signal) => loadQuestionnaire(name, signal));
  return (
    <Loaded resource={resource}>
      {(questionnaire) => <Sections name={name} questionnaire={questionnaire} />}
    </Loaded>
  );
}

type SectionsProps = { name: QuestionnaireName; questionnaire: PublicQuestionnaire };

function Sections({ name, questionnaire }: SectionsProps) {
  const w = useStudyMessages().questionnaire;
  const { sections, title, intro } = questionnaire;
  const [done, setDone] = useState(questionnaire.done);
  const [earlier, setEarlier] = useState(questionnaire.known as Record<string, Answer>);
  useNewStep(done);
  useEffect(() => trackFlow('questionnaireShown', name), [name]);
  useEffect(() => {
    const timer = setTimeout(() => preloadFields(sections.flatMap(({ items }) => items)), CALM);
    return () => clearTimeout(timer);
  }, [sections]);
  const section = sections[done];
  // All saved: the receipt leads on in a moment.
  if (!section) return <Loading />;
  const next = (answers: Answers) => {
    setEarlier({ ...earlier, ...answers });
    if (done + 1 === sections.length) trackFlow('questionnaireCompleted', name, questionnaire);
    setDone(done + 1);
  };
  const count = sections.length > 1 ? ` · ${w.section(done + 1, sections.length)}` : '';
  return (
    <SectionForm
      key={section.id}
      {...QUESTIONNAIRES[name]}
      page={`${name}-questionnaire/${section.id}`}
      section={section}
      eyebrow={title + count}
      intro={done === 0 ? intro : null}
      last={done === sections.length - 1}
      earlier={earlier}
      number={done + 1}
      onSaved={next}
    />
  );
}
