import { RadioCards } from '@/ui/radio-cards';
import { asText, type ItemKind, singleVariable } from './item-kind';
import { ItemQuestion } from './item-question';

/** One of several options. */
export const single: ItemKind<'single'> = {
  variables: singleVariable,
  missing: (_, translate) => translate('choose_one'),
  check: true,
  Field: (props) => (
    <ItemQuestion {...props}>
      <RadioCards
        name={props.item.id}
        options={props.item.options}
        value={asText(props.answers[props.item.id])}
        onChange={(value) => props.onAnswer(props.item.id, value)}
      />
    </ItemQuestion>
  ),
};
