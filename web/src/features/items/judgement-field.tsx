import { ConfidenceScale } from '@/features/judgement/confidence-scale';
import { MediaPlayer } from '@/features/media/media-player';
import { PostCard } from '@/features/posts/post-card';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import { Likert } from '@/ui/likert';
import { Question } from '@/ui/question';
import { RadioCards } from '@/ui/radio-cards';
import { asNumber, asText, type ItemProps } from './item-kind';
import { ItemQuestion } from './item-question';
import s from './items.module.css';
import { confidenceOf, sharingOf } from './judgement';

/** A judgement without feedback. */
export function Field(props: ItemProps<'judgement'>) {
  const { item, answers, errors, onAnswer, recorder } = props;
  const w = useStudyMessages().questionnaire;
  const { judge } = useTaskMessages();
  const confidence = confidenceOf(item);
  const sharing = sharingOf(item);
  const medium = item.media && <MediaPlayer media={item.media} recorder={recorder} />;
  return (
    <div className={s.judgement}>
      {props.ordinal && <p className="eyebrow">{props.ordinal}</p>}
      {item.post ? <PostCard post={item.post}>{medium}</PostCard> : medium}
      <ItemQuestion {...props} helpTitle={item.post ? w.found : undefined}>
        <RadioCards
          two
          name={item.id}
          options={item.options}
          value={asText(answers[item.id])}
          onChange={(value) => onAnswer(item.id, value)}
        />
      </ItemQuestion>
      {item.confidence && (
        <Question id={confidence} legend={w.confidence} error={errors[confidence]}>
          <ConfidenceScale
            name={confidence}
            value={asNumber(answers[confidence])}
            onChange={(value) => onAnswer(confidence, value)}
          />
        </Question>
      )}
      {item.sharing && (
        <Question id={sharing} legend={w.sharing} error={errors[sharing]}>
          <Likert
            name={sharing}
            points={SHARING}
            ends={judge.sharingEnds}
            value={asNumber(answers[sharing])}
            onChange={(value) => onAnswer(sharing, value)}
          />
        </Question>
      )}
    </div>
  );
}

const SHARING = [1, 2, 3, 4, 5, 6].map((value) => ({ value, label: String(value) }));
