import { useEffect, useState } from 'react';
import type { PublicQuestionnaire } from '@/api/schema';
import { useStudyWords } from '@/locales/study';
import { Loading } from '@/ui/loading';
import { tell } from '../analytics/track';
import { Loaded } from '../study-page/loaded';
import { useNewStep } from '../study-page/use-new-step';
import { useResource } from '../study-page/use-resource';
import type { Answer, Answers } from './answers';
import { loadQuestionnaire, QUESTIONNAIRES, type Which } from './api';
import { fetchKinds } from './item-field';
import { SectionForm } from './section-form';

/** How long the first section is left alone before the code of later ones is fetched, in ms. */
const CALM = 1_000;

/** A whole questionnaire, one section after the other; it goes on where it was left. */
export function Questionnaire({ which }: { which: Which }) {
  const resource = useResource(which, (signal) => loadQuestionnaire(which, signal));
  return (
    <Loaded resource={resource}>
      {(questionnaire) => <Sections which={which} questionnaire={questionnaire} />}
    </Loaded>
  );
}

type SectionsProps = { which: Which; questionnaire: PublicQuestionnaire };

function Sections({ which, questionnaire }: SectionsProps) {
  const w = useStudyWords().questionnaire;
  const { sections, title, intro } = questionnaire;
  const [done, setDone] = useState(questionnaire.done);
  const [earlier, setEarlier] = useState(questionnaire.known as Record<string, Answer>);
  useNewStep(done);
  useEffect(() => tell('questionnaireShown', which), [which]);
  useEffect(() => {
    const timer = setTimeout(() => fetchKinds(sections.flatMap(({ items }) => items)), CALM);
    return () => clearTimeout(timer);
  }, [sections]);
  const section = sections[done];
  // All saved: the receipt leads on in a moment.
  if (!section) return <Loading />;
  const next = (answers: Answers) => {
    setEarlier({ ...earlier, ...answers });
    if (done + 1 === sections.length) tell('questionnaireCompleted', which, questionnaire);
    setDone(done + 1);
  };
  const count = sections.length > 1 ? ` · ${w.section(done + 1, sections.length)}` : '';
  return (
    <SectionForm
      key={section.id}
      {...QUESTIONNAIRES[which]}
      page={`${which}-questionnaire/${section.id}`}
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
