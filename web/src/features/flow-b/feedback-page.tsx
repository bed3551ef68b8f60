import type { Post, PublicFeedback } from '@/api/schema';
import { FeedbackActions } from '@/features/judgement/feedback-actions';
import { FeedbackView } from '@/features/judgement/feedback-view';
import { usePrefetch } from '@/features/media/prefetch';
import { PostCard } from '@/features/posts/post-card';
import { LookBack } from '@/features/study-page/look-back';
import { StudyMain } from '@/features/study-page/study-main';
import { useNextPage } from '@/features/study-page/use-next-page';
import { useSubmit } from '@/features/study-page/use-submit';
import { useTaskMessages } from '@/locales/task';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Loading } from '@/ui/loading';
import { forgetFlowB, type PersonaWithPosts } from './data';
import { FlowBItem } from './flow-b-item';

/** The feedback on a post. After the last post, this page completes the persona. */
export function Component() {
  return (
    <FlowBItem feedback>
      {(post, of) =>
        post.verdict ? <Shown post={post} feedback={post.verdict} of={of} /> : <Loading />
      }
    </FlowBItem>
  );
}

type Props = { post: Post; feedback: PublicFeedback; of: PersonaWithPosts };

function Shown({ post, feedback, of }: Props) {
  const w = useTaskMessages();
  const next = of.posts[post.number];
  const destination = useNextPage(next ? `/flow-b/question/${next.id}` : null);
  usePrefetch(next?.media);
  return (
    <StudyMain tight text={w.flowB.post(post.number, of.posts.length)}>
      <FeedbackView
        feedback={feedback}
        media={post.media}
        frame={(medium) => <PostCard post={post.post}>{medium}</PostCard>}
      />
      {destination?.present && <LookBack present={destination.present} />}
      {destination && !destination.present && (
        <FeedbackActions
          feedback={feedback}
          question={`/flow-b/question/${post.id}`}
          nextState={destination.next}
          finish={<FinishPersona persona={of.persona} quiet={feedback.mayRetry} />}
        />
      )}
    </StudyMain>
  );
}

type FinishProps = { persona: PersonaWithPosts['persona']; quiet: boolean };

function FinishPersona({ persona, quiet }: FinishProps) {
  const w = useTaskMessages().flowB;
  const { busy, send } = useSubmit();
  const submit = () => {
    const failure = 'completePersona';
    const call = { path: { id: persona.id }, body: {}, failure } as const;
    void send('/api/users/complete-persona/{id}', call, forgetFlowB);
  };
  return (
    <Button variant={quiet ? 'quiet' : 'primary'} aria-disabled={busy} onClick={submit}>
      {w.done(persona.name)}
      <Icon name="check" size={20} />
    </Button>
  );
}
