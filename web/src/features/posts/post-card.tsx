import { type ReactNode, useState } from 'react';
import type { PublicPost } from '@/api/schema';
import { Icon } from '@/ui/icon';
import s from './post-card.module.css';

/** Up to two initials, in place of a profile picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0],
  );
  const both = letters.join('').toUpperCase();
  // These initials have a historical meaning, so only one of them is shown.
  return both === 'SS' ? 'S' : both;
}

/**
 * A realistic post without a brand or counts, which could influence judgements. The heart below is the same for all posts
 * and does nothing.
 */
export function PostCard({ post, children }: { post: PublicPost; children?: ReactNode }) {
  return (
    <article className={`${s.post} panel`} aria-label={`${post.author}, ${post.age}`}>
      <header className={s.head}>
        <Avatar post={post} />
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
      <div className={s.actions} aria-hidden="true">
        <Icon name="like" size={16} />
      </div>
    </article>
  );
}

/** The portrait of the persona whose name the account has, also on accounts that only use the name; or initials. */
function Avatar({ post }: { post: PublicPost }) {
  const [failed, setFailed] = useState(false);
  return (
    <span className={s.avatar} aria-hidden="true">
      {post.portrait && !failed ? (
        <img src={post.portrait} alt="" onError={() => setFailed(true)} />
      ) : (
        initials(post.author)
      )}
    </span>
  );
}
