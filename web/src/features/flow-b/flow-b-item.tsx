import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { Post } from '@/api/schema';
import { Loaded } from '@/features/study-page/loaded';
import { NotFound } from '@/features/study-page/not-found';
import { useResource } from '@/features/study-page/use-resource';
import { loadOfPost, type PersonaWithPosts } from './data';

type Props = {
  /** Whether the page shows feedback. */
  feedback?: boolean;
  children: (post: Post, of: PersonaWithPosts) => ReactNode;
};

/** The post in the address. If it does not exist, the page flow check redirects. */
export function FlowBItem({ feedback = false, children }: Props) {
  const { questionId = '' } = useParams();
  const resource = useResource(`flow-b ${questionId} ${feedback}`, () =>
    loadOfPost(questionId, feedback),
  );
  return (
    <Loaded resource={resource}>
      {(of) => {
        const post = of?.posts.find((one) => one.id === questionId);
        return of && post ? children(post, of) : <NotFound />;
      }}
    </Loaded>
  );
}
