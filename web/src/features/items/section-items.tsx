import { useStudyMessages } from '@/locales/study';
import type { ItemProps } from './item-kind';
import { kindOf } from './kinds';
import { ordinalsOf } from './ordinals';
import type { useSection } from './use-section';

type Props = { form: ReturnType<typeof useSection>; recorder: ItemProps['recorder'] };

/** The items of a section that are currently shown. */
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

/** Any item. */
export function ItemField(props: ItemProps) {
  const { Field } = kindOf(props.item);
  return <Field {...props} />;
}
