import { useWords } from '@/lib/words';

/** Leads past the bar, for people who move by keyboard. */
export function SkipLink() {
  return (
    <a href="#main" className="skip">
      {useWords().chrome.skip}
    </a>
  );
}
