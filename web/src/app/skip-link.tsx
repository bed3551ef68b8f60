import { useMessages } from '@/lib/messages';

/** Leads past the bar, for people who move by keyboard. */
export function SkipLink() {
  return (
    <a href="#main" className="skip">
      {useMessages().chrome.skip}
    </a>
  );
}
