import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Question } from '@/api/schema';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import s from './flow-a.module.css';
import { flowA } from './store';

type Props = { question: Question; questions: readonly Question[] };

/** Moves between answered questions, for a participant who looks back. */
export function QuestionSteps({ question, questions }: Props) {
  const w = useTaskMessages().flowA;
  const navigate = useNavigate();
  const index = question.number - 1;
  useEffect(() => flowA.goTo(index), [index]);
  const done = questions.filter((one) => one.verdict !== null).length;
  const go = (moved: boolean) => {
    const to = questions[flowA.get().index];
    if (moved && to) void navigate(`/flow-a/question/${to.id}`);
  };
  return (
    <nav className={`${s.steps} cluster`} aria-label={w.lookBack}>
      <Button
        variant="secondary"
        small
        aria-disabled={index === 0}
        onClick={() => go(flowA.back())}
      >
        <Icon name="back" size={20} />
        {w.earlier}
      </Button>
      <Button
        variant="secondary"
        small
        aria-disabled={index >= done - 1}
        onClick={() => go(flowA.forward(questions.length))}
      >
        {w.later}
        <Icon name="next" size={20} />
      </Button>
    </nav>
  );
}
