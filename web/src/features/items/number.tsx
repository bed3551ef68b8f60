import { useStudyMessages } from '@/locales/study';
import { NumberField } from '@/ui/field';
import {
  type Answer,
  type ItemKind,
  type ItemOf,
  type ItemProps,
  own,
  type Say,
} from './item-kind';
import { fieldProps } from './item-question';

/** A number that is typed. */
export const number: ItemKind<'number'> = {
  variables: own,
  settled: (answer) => (typeof answer === 'string' ? (parseNumber(answer) ?? answer) : answer),
  missing: wanted,
  check,
  Field,
};

/** Reads "18", " 18 ", "1,5" and "1.5"; anything else is no number. */
export function parseNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function wanted({ min, max, integer }: ItemOf<'number'>, say: Say): string {
  if (isNumber(min) && isNumber(max)) {
    return say(integer ? 'wholeRange' : 'range', { min, max });
  }
  if (isNumber(min)) {
    return say('atLeast', { min });
  }
  if (isNumber(max)) {
    return say('atMost', { max });
  }
  return say(integer ? 'whole' : 'number');
}

function isNumber(value: number | null): value is number {
  return value !== null;
}

function check(item: ItemOf<'number'>, answer: Answer, say: Say): string | undefined {
  const { min, max, integer } = item;
  const fits =
    typeof answer === 'number' &&
    (min === null || answer >= min) &&
    (max === null || answer <= max) &&
    (!integer || Number.isSafeInteger(answer));
  return fits ? undefined : wanted(item, say);
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
