import type { Recorder } from '@/features/timing/recorder';
import { useStudyMessages } from '@/locales/study';
import { ItemField } from './item-field';
import { ordinalsOf } from './ordinals';
import type { useSection } from './use-section';

type Props = { form: ReturnType<typeof useSection>; recorder: Recorder };

/** The items of a section that are shown at present, one below the other. */
export function SectionItems({ form, recorder }: Props) {
  const ordinals = ordinalsOf(form.shown, useStudyMessages().questionnaire);
  return form.shown.map((item) => (
    <ItemField
      key={item.id}
      ordinal={ordinals[item.id]}
      item={item}
      answers={form.answers}
      errors={form.byVariable}
      onAnswer={form.answer}
      recorder={recorder}
    />
  ));
}
