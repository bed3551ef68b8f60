import { DateField } from '@/ui/field';
import {
  type Answer,
  type ItemKind,
  type ItemOf,
  singleVariable,
  type Translate,
} from './item-kind';
import { fieldProps } from './item-question';

/** A date. */
export const date: ItemKind<'date'> = {
  variables: singleVariable,
  missing: wanted,
  check,
  Field: (props) => (
    <DateField
      {...fieldProps(props)}
      min={props.item.min ?? undefined}
      max={props.item.max ?? undefined}
    />
  ),
};

function wanted({ min, max }: ItemOf<'date'>, translate: Translate): string {
  if (min && max) return translate('day_range', { min, max });
  if (min) return translate('day_from', { min });
  return max ? translate('day_until', { max }) : translate('day');
}

function check(item: ItemOf<'date'>, answer: Answer, translate: Translate): string | undefined {
  const { min, max } = item;
  const day = String(answer);
  const found = new Date(`${day}T00:00:00Z`);
  const real =
    /^\d{4}-\d\d-\d\d$/.test(day) &&
    !Number.isNaN(found.getTime()) &&
    found.toISOString().startsWith(day);
  const fits = real && (!min || day >= min) && (!max || day <= max);
  return fits ? undefined : wanted(item, translate);
}
