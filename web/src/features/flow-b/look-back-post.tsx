import type { Post } from '@/api/schema';
import { answerLabel } from '@/features/judgement/asked';
import { FeedbackView } from '@/features/judgement/feedback-view';
import { PostCard } from '@/features/posts/post-card';
import { LookBack } from '@/features/study-page/look-back';
import { StudyMain } from '@/features/study-page/study-main';
import { useSession } from '@/lib/session';
import { useStudyMessages } from '@/locales/study';

/** A judged post, to review. */
export function LookBackPost({ post }: { post: Post }) {
  const { user } = useSession();
  const w = useStudyMessages().questionnaire;
  const label = answerLabel(post);
  if (!post.verdict) return null;
  return (
    <StudyMain tight>
      <FeedbackView
        feedback={post.verdict}
        media={post.media}
        frame={(medium) => <PostCard post={post.post}>{medium}</PostCard>}
      />
      {label && <p>{w.yourAnswer(label)}</p>}
      <LookBack present={user?.currentState ?? '/dashboard'} />
    </StudyMain>
  );
}
