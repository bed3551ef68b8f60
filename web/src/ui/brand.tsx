import { Link } from 'react-router';
import s from './brand.module.css';

/** The mark: a face, and its mask coming off. */
function Logo() {
  return (
    <svg className={s.logo} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="currentColor" />
      <g className={s.face}>
        <circle cx="13" cy="16" r="7" />
        <path d="M19 9a7 7 0 0 1 0 14" strokeDasharray="2.4 3.2" strokeLinecap="round" />
      </g>
    </svg>
  );
}

/** The product's logo and name, as a link to the start. */
export function Brand({ to, name, compact }: { to: string; name: string; compact?: boolean }) {
  return (
    <Link to={to} className={s.brand} aria-label={compact ? name : undefined}>
      <Logo />
      {!compact && <span>{name}</span>}
    </Link>
  );
}
