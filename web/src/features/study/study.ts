import type { PublicConsent, StudyInfo } from '@/api/schema';
import { api, localized } from '@/lib/api-client';
import { currentLocale } from '@/lib/locale';
import { createStore, useStore } from '@/lib/store';

/** What the server wrote into the page, so that the first view asks for nothing. */
interface Boot {
  locale: string;
  study?: StudyInfo;
  consent?: PublicConsent;
}

let read: Boot | null = null;

function boot(): Boot {
  const text = document.getElementById('boot')?.textContent;
  read ??= text ? (JSON.parse(text) as Boot) : { locale: '' };
  return read;
}

const known = createStore<StudyInfo | null>(null);
const studies = new Map<string, Promise<StudyInfo>>();
const consents = new Map<string, Promise<PublicConsent>>();

/** One fetch per language; one that failed is forgotten, so that it can be tried again. */
function once<T>(cache: Map<string, Promise<T>>, load: () => Promise<T>): Promise<T> {
  const locale = currentLocale();
  const found = cache.get(locale);
  if (found) return found;
  const loading = load();
  cache.set(locale, loading);
  loading.catch(() => cache.delete(locale));
  return loading;
}

/** The study's title, languages and landing page in the reader's language. */
export async function loadStudy(): Promise<StudyInfo> {
  const study = await once(studies, async () => {
    const given = boot();
    if (given.study && given.locale === currentLocale()) return given.study;
    return api.get('/api/study', { ...localized(), open: true });
  });
  showStudy(study);
  return study;
}

/** Reads the study again: it takes people no more. */
export function reloadStudy(): Promise<StudyInfo> {
  delete boot().study;
  studies.clear();
  return loadStudy();
}

/** The consent text in the reader's language. */
export function loadConsent(): Promise<PublicConsent> {
  return once(consents, async () => {
    const given = boot();
    if (given.consent && given.locale === currentLocale()) return given.consent;
    return api.get('/api/study/consent', { ...localized(), open: true });
  });
}

/** Makes a study known to what stands around the pages. */
export function showStudy(study: StudyInfo): void {
  known.set(study);
}

/** The study as far as it is known already. */
export function useStudy(): StudyInfo | null {
  return useStore(known);
}
