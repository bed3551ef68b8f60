import { DateField } from '@/ui/field';
import { type Answer, type ItemKind, type ItemOf, own, type Translate } from './item-kind';
import { fieldProps } from './item-question';

/** A day. */
export const date: ItemKind<'date'> = {
  variables: own,
  missing: (_, translate) => translate('day'),
  check,
  Field: (props) => (
    <DateField
      {...fieldProps(props)}
      min={props.item.min ?? undefined}
      max={props.item.max ?? undefined}
    />
  ),
};

function check(
  { min, max }: ItemOf<'date'>,
  answer: Answer,
  translate: Translate,
): string | undefined {
  const day = String(answer);
  const found = new Date(`${day}T00:00:00Z`);
  const real =
    /^\d{4}-\d\d-\d\d$/.test(day) &&
    !Number.isNaN(found.getTime()) &&
    found.toISOString().startsWith(day);
  return real && (!min || day >= min) && (!max || day <= max) ? undefined : translate('day');
}
