import { usePrefetch } from '@/features/media/prefetch';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { IconList } from '@/ui/icon-list';
import type { FlowAData } from './data';
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
  return (
    <IconList
      items={[
        ['check', w.startCount(data.config.totalQuestions)],
        ['replay', w.startPlay],
        ['pause', w.startPause],
      ]}
    />
  );
}
