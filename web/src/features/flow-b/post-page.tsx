import { lazy, Suspense, useRef } from 'react';
import type { Post } from '@/api/schema';
import { trackFlow } from '@/features/analytics/track';
import { askedNow } from '@/features/judgement/asked';
import { JudgementForm } from '@/features/judgement/judgement-form';
import type { Judgement } from '@/features/judgement/use-judgement';
import type { MediaHandle } from '@/features/media/clip-player';
import { MediaPlayer } from '@/features/media/media-player';
import { usePrefetch } from '@/features/media/prefetch';
import { CheckPanel } from '@/features/posts/check-panel';
import { PostCard } from '@/features/posts/post-card';
import { showEvidence } from '@/features/posts/show-evidence';
import { StudyMain } from '@/features/study-page/study-main';
import { useIsCurrentPage } from '@/features/study-page/use-is-current-page';
import { useSubmit } from '@/features/study-page/use-submit';
import { useTiming } from '@/features/timing/use-timing';
import { useTaskMessages } from '@/locales/task';
import { Loading } from '@/ui/loading';
import { PageTitle } from '@/ui/page-shell';
import { applyPostReceipt, type PersonaWithPosts } from './data';
import { FlowBItem } from './flow-b-item';

/** Loaded on demand, because few participants look back. */
const LookBackPost = lazy(async () => ({
  default: (await import('./look-back-post')).LookBackPost,
}));

/** A post, to judge or to review. */
export function Component() {
  const isCurrent = useIsCurrentPage();
  return (
    <FlowBItem>
      {(post, of) =>
        post.verdict && !(post.verdict.mayRetry && isCurrent) ? (
          <Suspense fallback={<Loading />}>
            <LookBackPost post={post} />
          </Suspense>
        ) : (
          <OpenPost key={post.id} post={post} of={of} />
        )
      }
    </FlowBItem>
  );
}

function OpenPost({ post, of }: { post: Post; of: PersonaWithPosts }) {
  const w = useTaskMessages();
  const page = `flow-b/${post.id}/${post.answers.length + 1}`;
  const recorder = useTiming(page);
  const submitting = useSubmit();
  const media = useRef<MediaHandle>(null);
  usePrefetch(of.posts[post.number]?.media);
  const submit = (judgement: Judgement) => {
    const body = { ...judgement, timing: recorder.snapshot() };
    const call = { path: { id: post.id }, body, draft: page };
    const given = { answer: judgement.answer, confidence: judgement.confidence ?? null };
    void submitting.send('/api/flow-b/posts/{id}/answer', call, (receipt) => {
      trackFlow('promptAnswered', post, given.answer);
      applyPostReceipt(post.id, given, receipt);
    });
  };
  const asked = askedNow(post);
  const count = w.flowB.post(post.number, of.posts.length);
  return (
    <StudyMain tight text={count}>
      <PageTitle hidden>{count}</PageTitle>
      <JudgementForm
        page={page}
        item={asked}
        disabled={asked.disabledAnswers}
        recorder={recorder}
        submitting={submitting}
        handle={media}
        buttonInText
        aid={
          <CheckPanel evidence={post.evidence} recorder={recorder} hinted={Boolean(asked.hint)} />
        }
        onCheck={showEvidence}
        onSubmit={submit}
      >
        <PostCard post={post.post}>
          {post.media && <MediaPlayer media={post.media} recorder={recorder} handle={media} />}
        </PostCard>
      </JudgementForm>
    </StudyMain>
  );
}
