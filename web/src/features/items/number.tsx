import { useTexts } from '@/lib/locale';
import { NumberField } from '@/ui/field';
import {
  type Answer,
  type ItemKind,
  type ItemOf,
  type ItemProps,
  singleVariable,
  type Translate,
} from './item-kind';
import { fieldProps } from './item-question';

/** A typed number. */
export const number: ItemKind<'number'> = {
  variables: singleVariable,
  serialize: (answer) => (typeof answer === 'string' ? (parseNumber(answer) ?? answer) : answer),
  missing: wanted,
  check,
  Field,
};

/** Parses "18", " 18 ", "1,5" and "1.5"; undefined for anything else. */
export function parseNumber(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function wanted({ min, max, integer }: ItemOf<'number'>, translate: Translate): string {
  if (isNumber(min) && isNumber(max)) {
    return translate(integer ? 'whole_range' : 'range', { min, max });
  }
  if (isNumber(min)) return translate('at_least', { min });
  if (isNumber(max)) return translate('at_most', { max });
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

const TEXTS = {
  en: { unit: (unit: string) => `In ${unit}.` },
  de: { unit: (unit: string) => `In ${unit}.` },
};

function Field(props: ItemProps<'number'>) {
  const t = useTexts(TEXTS);
  const { help, unit, integer } = props.item;
  const both = [help, unit && t.unit(unit)].filter(Boolean).join(' ');
  return (
    <NumberField
      {...fieldProps(props)}
      help={both || undefined}
      inputMode={integer ? 'numeric' : 'decimal'}
    />
  );
}
