import { Icon, type IconName } from './icon';
import s from './icon-list.module.css';

/** Short texts, each with its icon. */
export function IconList({ items }: { items: [IconName, string][] }) {
  return (
    <ul className={s.list}>
      {items.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} />
          {text}
        </li>
      ))}
    </ul>
  );
}
