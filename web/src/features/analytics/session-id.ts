/** Made once per browser session; signing out clears it with the rest of session storage. */
const KEY = 'analytics_session';

export function sessionId(): string {
  const kept = sessionStorage.getItem(KEY);
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem(KEY, made);
  return made;
}
