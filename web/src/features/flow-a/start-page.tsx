import { usePrefetch } from '@/features/media/prefetch';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { Icon, type IconName } from '@/ui/icon';
import type { FlowAData } from './data';
import s from './flow-a.module.css';
import { questionAt, TextPage } from './text-page';

/** `/flow-a/start`: before the first question. */
export function Component() {
  const w = useStudyMessages();
  const task = useTaskMessages();
  return (
    <TextPage
      name="flow-a-start"
      title={task.flowA.start}
      button={w.start}
      next={(data) => questionAt(data, 0)}
    >
      {(data) => <Facts data={data} />}
    </TextPage>
  );
}

function Facts({ data }: { data: FlowAData }) {
  const w = useTaskMessages().flowA;
  usePrefetch(data.questions[0]?.media);
  const facts: [IconName, string][] = [
    ['check', w.startCount(data.config.totalQuestions)],
    ['replay', w.startPlay],
    ['pause', w.startPause],
  ];
  return (
    <ul className={s.facts}>
      {facts.map(([icon, text]) => (
        <li key={icon}>
          <Icon name={icon} />
          {text}
        </li>
      ))}
    </ul>
  );
}
