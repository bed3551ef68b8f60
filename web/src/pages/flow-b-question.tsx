import { PostPage } from '@/features/flow-b/post-page';

/** A post of Flow B. */
export function Component() {
  return <PostPage />;
}
