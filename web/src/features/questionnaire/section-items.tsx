import type { Recorder } from '../timing/recorder';
import { ItemField } from './item-field';
import type { useSection } from './use-section';

type Props = { form: ReturnType<typeof useSection>; recorder: Recorder };

/** The items of a section that are shown at present, one below the other. */
export function SectionItems({ form, recorder }: Props) {
  return form.shown.map((item) => (
    <ItemField
      key={item.id}
      item={item}
      answers={form.answers}
      errors={form.byVariable}
      onAnswer={form.answer}
      recorder={recorder}
    />
  ));
}
