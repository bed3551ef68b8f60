import { useTaskMessages } from '@/locales/task';
import { Card } from '@/ui/card';
import { Icon } from '@/ui/icon';
import s from './flow-a.module.css';
import { questionAt, TextPage } from './text-page';

/** `/flow-a/interim`: half-way through the questions. */
export function Component() {
  const w = useTaskMessages().flowA;
  return (
    <TextPage
      name="flow-a-interim"
      title={w.interim}
      next={(data) => questionAt(data, data.config.interimAfter ?? 0)}
    >
      {({ config }) => (
        <Card className={s.card}>
          <Icon name="clock" />
          <div>
            <p>{w.interimText(config.interimAfter ?? 0, config.totalQuestions)}</p>
            <p className="help">{w.pause}</p>
          </div>
        </Card>
      )}
    </TextPage>
  );
}
