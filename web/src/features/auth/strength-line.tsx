import { cx } from '@/lib/cx';
import { usePublicMessages } from '@/locales/public';
import { Icon } from '@/ui/icon';
import s from './auth-form.module.css';
import type { Strength } from './password';

/** The password's strength in words, never by colour alone. */
export function StrengthLine({ strength }: { strength: Strength }) {
  const words = usePublicMessages().auth.strength;
  const enough = /fair|strong/.test(strength);
  return (
    <p className={cx(s.strength, enough && s.enough)} role="status">
      <Icon name={enough ? 'check' : 'info'} size={18} />
      <span>{words[strength]}</span>
    </p>
  );
}
