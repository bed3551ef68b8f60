import { useState } from 'react';
import { Link } from 'react-router';
import type { PublicMedia, Question } from '@/api/schema';
import { useTaskMessages } from '@/locales/task';
import { Icon } from '@/ui/icon';
import { rightAtFirst } from './data';
import s from './flow-a.module.css';

/** All questions with what they showed, their results and links to review them. */
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
                <Thumb media={question.media} />
                <span className={s.about}>
                  {question.number}. {question.context ?? question.persona.name}
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

/** A still image, or an icon for sound. The text next to it describes it. */
function Thumb({ media }: { media: PublicMedia }) {
  const [failed, setFailed] = useState(false);
  const src = media.kind === 'image' ? media.sources[0]?.url : media.poster;
  if (!src || failed) {
    return (
      <span className={s.thumb} aria-hidden="true">
        <Icon name={media.kind === 'audio' ? 'sound' : 'play'} />
      </span>
    );
  }
  return (
    <img className={s.thumb} src={src} alt="" loading="lazy" onError={() => setFailed(true)} />
  );
}
