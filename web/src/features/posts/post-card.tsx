import type { ReactNode } from 'react';
import type { PublicPost } from '@/api/schema';
import s from './post-card.module.css';

/** Up to two initials, in place of a profile picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0],
  );
  const both = letters.join('').toUpperCase();
  // Letters that stand for something else: one of them is enough.
  return both === 'SS' ? 'S' : both;
}

/** A post that looks like a post, of no brand that anybody knows, with no counts that could sway. */
export function PostCard({ post, children }: { post: PublicPost; children?: ReactNode }) {
  return (
    <article className={`${s.post} panel`} aria-label={`${post.author}, ${post.age}`}>
      <header className={s.head}>
        <span className={s.avatar} aria-hidden="true">
          {initials(post.author)}
        </span>
        <p className={s.who}>
          <b>{post.author}</b>
          <span className={`${s.line} dotted`}>
            <span>{post.handle}</span>
            <span>{post.age}</span>
          </span>
        </p>
      </header>
      <p className={s.text}>{post.text}</p>
      {children && <div className={s.medium}>{children}</div>}
    </article>
  );
}
