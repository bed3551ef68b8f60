import { ConfidenceScale } from '@/features/judgement/confidence-scale';
import { MediaPlayer } from '@/features/media/media-player';
import { PostCard } from '@/features/posts/post-card';
import { StudyHtml } from '@/features/study-page/study-html';
import { useStudyMessages } from '@/locales/study';
import { Likert } from '@/ui/likert';
import { Question } from '@/ui/question';
import { RadioCards } from '@/ui/radio-cards';
import { asNumber, asText, type ItemProps } from '../item-props';
import { ItemQuestion } from '../item-question';
import s from '../questionnaire.module.css';
import { confidenceOf, sharingOf } from '../variables';

/** Text or a medium without a question. */
export function InformationItem({ item, recorder }: ItemProps<'information'>) {
  return (
    <div className={s.information} id={item.id}>
      {item.label && <h2>{item.label}</h2>}
      <StudyHtml html={item.html} below />
      {item.media && (
        // A recording that asks whether it can be heard must not answer in writing; the button does.
        <MediaPlayer
          media={item.media}
          recorder={recorder}
          captioned={item.media.kind !== 'audio'}
        />
      )}
    </div>
  );
}

/** A medium or a post, what it is, how sure, and whether one would share it. Never with feedback. */
export function JudgementItem(props: ItemProps<'judgement'>) {
  const { item, answers, errors, onAnswer, recorder } = props;
  const w = useStudyMessages().questionnaire;
  const confidence = confidenceOf(item.id);
  const sharing = sharingOf(item.id);
  const medium = item.media && <MediaPlayer media={item.media} recorder={recorder} />;
  return (
    <div className={s.judgement}>
      {props.ordinal && <p className={s.eyebrow}>{props.ordinal}</p>}
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
            ends={w.sharingEnds}
            value={asNumber(answers[sharing])}
            onChange={(value) => onAnswer(sharing, value)}
          />
        </Question>
      )}
    </div>
  );
}

const SHARING = [1, 2, 3, 4, 5, 6].map((value) => ({ value, label: String(value) }));
