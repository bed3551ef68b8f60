import { ConfidenceScale, showConfidence } from '@/features/judgement/confidence-scale';
import { MediaPlayer } from '@/features/media/media-player';
import { PostCard } from '@/features/posts/post-card';
import { cx } from '@/lib/cx';
import { useStudyMessages } from '@/locales/study';
import { useTaskMessages } from '@/locales/task';
import c from '@/ui/columns.module.css';
import { Likert } from '@/ui/likert';
import { Question } from '@/ui/question';
import { RadioCards } from '@/ui/radio-cards';
import { asNumber, asText, type ItemKind, type ItemOf, type ItemProps } from './item-kind';
import { ItemQuestion } from './item-question';
import s from './items.module.css';

/** Confidence and likelihood of sharing are separate variables of a judgement. */
const confidenceOf = ({ id }: ItemOf<'judgement'>): string => `${id}_confidence`;
const sharingOf = ({ id }: ItemOf<'judgement'>): string => `${id}_sharing`;

/** A medium or post with a judgement, a confidence rating, and optionally the likelihood of sharing. */
export const judgement: ItemKind<'judgement'> = {
  variables: (item) => [
    item.id,
    ...(item.confidence ? [confidenceOf(item)] : []),
    ...(item.sharing ? [sharingOf(item)] : []),
  ],
  questionOf: (item, variable, w) =>
    ({ [confidenceOf(item)]: w.confidence, [sharingOf(item)]: w.sharing })[variable],
  countedAs: (item) => (item.post ? 'post' : 'clip'),
  missing: (item, translate, variable) =>
    translate(variable === item.id ? 'choose_one' : 'choose_point'),
  check: true,
  Field,
};

/** A judgement without feedback. */
function Field(props: ItemProps<'judgement'>) {
  const { item, answers, errors, onAnswer, recorder } = props;
  const w = useStudyMessages().questionnaire;
  const { judge } = useTaskMessages();
  const confidence = confidenceOf(item);
  const sharing = sharingOf(item);
  const choose = (value: string) => {
    onAnswer(item.id, value);
    if (item.confidence && answers[confidence] === undefined) showConfidence(confidence);
  };
  const medium = item.media && <MediaPlayer media={item.media} recorder={recorder} />;
  return (
    <div className={cx(s.judgement, c.inside)}>
      <div className={c.seen} data-text={item.media ? undefined : item.id}>
        {props.ordinal && <p className="eyebrow">{props.ordinal}</p>}
        {item.post ? <PostCard post={item.post}>{medium}</PostCard> : medium}
      </div>
      <ItemQuestion {...props} helpTitle={item.post ? w.found : undefined}>
        <RadioCards
          two
          name={item.id}
          options={item.options}
          value={asText(answers[item.id])}
          onChange={choose}
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
