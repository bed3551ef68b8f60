import { useLocation } from 'react-router';
import { ContinueButton } from '@/features/study-page/continue-button';
import { Loaded } from '@/features/study-page/loaded';
import { loadPageText, PageText } from '@/features/study-page/page-text';
import { StudyMain } from '@/features/study-page/study-main';
import { useNextPage } from '@/features/study-page/use-next-page';
import { useResource } from '@/features/study-page/use-resource';
import { useTaskMessages } from '@/locales/task';
import { Dock } from '@/ui/dock';
import { Icon, type IconName } from '@/ui/icon';
import s from './practice.module.css';

/**
 * `/home-right` and `/home-wrong`, after the practice item: how the controls work. The answer makes no other
 * difference.
 */
export function Component() {
  const w = useTaskMessages().practice;
  const name = useLocation().pathname.slice(1);
  const right = name === 'home-right';
  const resource = useResource(name, (signal) => loadPageText(name, signal));
  const destination = useNextPage('/dashboard');
  return (
    <Loaded resource={resource}>
      {(html) => (
        <StudyMain>
          <PageText html={html} title={right ? w.right : w.wrong} />
          <Controls />
          <Dock>
            <ContinueButton to={destination?.next ?? null} />
          </Dock>
        </StudyMain>
      )}
    </Loaded>
  );
}

function Controls() {
  const w = useTaskMessages().practice;
  const controls: [IconName, string][] = [
    ['play', w.controls.play],
    ['replay', w.controls.replay],
    ['captions', w.controls.captions],
    ['plus', w.controls.zoom],
  ];
  return (
    <section className={s.controls}>
      <h2>{w.controlsTitle}</h2>
      <ul>
        {controls.map(([icon, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
