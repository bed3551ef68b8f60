import { Link } from 'react-router';
import type { Question } from '@/api/schema';
import { useTaskMessages } from '@/locales/task';
import { Icon } from '@/ui/icon';
import { rightAtFirst } from './data';
import s from './flow-a.module.css';

/** All questions with what came of them; each can be looked at again. */
export function QuestionList({ questions }: { questions: readonly Question[] }) {
  const w = useTaskMessages().flowA;
  return (
    <section>
      <h2 className={s.subtitle}>{w.lookBack}</h2>
      <ul className={s.list}>
        {questions.map((question) => {
          const right = rightAtFirst(question);
          return (
            <li key={question.id}>
              <Link to={`/flow-a/question/${question.id}`} className={s.row}>
                <span>
                  {question.number}. {question.persona.name}
                </span>
                <span className={right ? s.right : s.wrong}>
                  <Icon name={right ? 'check' : 'x'} size={18} />
                  {right ? w.wasRight : w.wasWrong}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
