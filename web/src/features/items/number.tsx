import { useStudyMessages } from '@/locales/study';
import { NumberField } from '@/ui/field';
import {
  type Answer,
  type ItemKind,
  type ItemOf,
  type ItemProps,
  own,
  type Translate,
} from './item-kind';
import { fieldProps } from './item-question';

/** A number that is typed. */
export const number: ItemKind<'number'> = {
  variables: own,
  toSent: (answer) => (typeof answer === 'string' ? (parseNumber(answer) ?? answer) : answer),
  missing: wanted,
  check,
  Field,
};

/** Reads "18", " 18 ", "1,5" and "1.5"; anything else is no number. */
export function parseNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function wanted({ min, max, integer }: ItemOf<'number'>, translate: Translate): string {
  if (isNumber(min) && isNumber(max)) {
    return translate(integer ? 'wholeRange' : 'range', { min, max });
  }
  if (isNumber(min)) return translate('atLeast', { min });
  if (isNumber(max)) return translate('atMost', { max });
  return translate(integer ? 'whole' : 'number');
}

function isNumber(value: number | null): value is number {
  return value !== null;
}

function check(item: ItemOf<'number'>, answer: Answer, translate: Translate): string | undefined {
  const { min, max, integer } = item;
  const fits =
    typeof answer === 'number' &&
    (min === null || answer >= min) &&
    (max === null || answer <= max) &&
    (!integer || Number.isSafeInteger(answer));
  return fits ? undefined : wanted(item, translate);
}

function Field(props: ItemProps<'number'>) {
  const w = useStudyMessages().questionnaire;
  const { help, unit, integer } = props.item;
  const both = [help, unit && w.unit(unit)].filter(Boolean).join(' ');
  return (
    <NumberField
      {...fieldProps(props)}
      help={both || undefined}
      inputMode={integer ? 'numeric' : 'decimal'}
    />
  );
}
