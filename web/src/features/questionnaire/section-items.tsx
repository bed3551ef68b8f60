import type { Recorder } from '@/features/timing/recorder';
import { useStudyWords } from '@/locales/study';
import { ItemField } from './item-field';
import { placesOf } from './places';
import type { useSection } from './use-section';

type Props = { form: ReturnType<typeof useSection>; recorder: Recorder };

/** The items of a section that are shown at present, one below the other. */
export function SectionItems({ form, recorder }: Props) {
  const places = placesOf(form.shown, useStudyWords().questionnaire);
  return form.shown.map((item) => (
    <ItemField
      key={item.id}
      place={places[item.id]}
      item={item}
      answers={form.answers}
      errors={form.byVariable}
      onAnswer={form.answer}
      recorder={recorder}
    />
  ));
}
