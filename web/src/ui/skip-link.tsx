import { useMessages } from '@/locales/messages';

/** Skips the bar, for keyboard users. */
export function SkipLink() {
  return (
    <a href="#main" className="skip">
      {useMessages().chrome.skip}
    </a>
  );
}
