import type { PublicConsent, StudyInfo } from '@/api/schema';
import { api, localized } from '@/lib/api-client';
import { currentLocale } from '@/lib/locale';
import { createCache } from '@/lib/resource-cache';
import { createStore, useStore } from '@/lib/store';

/** The data that the server wrote into the page, so that the first view needs no calls. */
interface Boot {
  locale: string;
  study?: StudyInfo;
  consent?: PublicConsent;
}

/** Only if it is in the reader's language. */
function boot(): Partial<Boot> {
  const data: Partial<Boot> = JSON.parse(document.getElementById('boot')?.textContent || '{}');
  return data.locale === currentLocale() ? data : {};
}

const known = createStore<StudyInfo | null>(null);
const studies = createCache<StudyInfo>({ shared: true });
const consents = createCache<PublicConsent>({ shared: true });

/** The study's title, languages and landing page in the reader's language. */
export async function loadStudy(): Promise<StudyInfo> {
  const study = await studies.get(
    'study',
    async () => boot().study ?? api.get('/api/study', { ...localized(), open: true }),
  );
  showStudy(study);
  return study;
}

/** Reloads the study after it was closed, paused or filled. */
export function reloadStudy(): Promise<StudyInfo> {
  document.getElementById('boot')?.remove();
  studies.clear();
  return loadStudy();
}

/** The consent text in the reader's language. */
export function loadConsent(): Promise<PublicConsent> {
  return consents.get(
    'consent',
    async () => boot().consent ?? api.get('/api/study/consent', { ...localized(), open: true }),
  );
}

/** Sets the study for the frame of the pages. */
export function showStudy(study: StudyInfo | null): void {
  known.set(study);
}

/** The study, if it is loaded. */
export const knownStudy = () => known.get();

/** The study, if it is loaded. */
export function useStudy(): StudyInfo | null {
  return useStore(known);
}
