import { PREVIEW_KEY } from '@/lib/constants';

type ImportFile = (file: string) => Promise<unknown>;

/** In ms. A background tab is never painted. */
const LONGEST_WAIT = 300;

/**
 * Runs at the end of the pages inside the study: loads and starts the app after the first view has been painted,
 * because on a slow connection they would compete. A researcher's preview loads its storage before the app
 * (features/console/preview/sandbox.ts).
 */
export default async function startApp(
  importFile: ImportFile = (file) => import(/* @vite-ignore */ file),
): Promise<void> {
  const { entry = '', sandbox = '' } = document.currentScript?.dataset ?? {};
  await Promise.race([painted(), new Promise((done) => setTimeout(done, LONGEST_WAIT))]);
  await new Promise((done) => setTimeout(done));
  for (const { dataset } of document.querySelectorAll<HTMLElement>('template[data-file]')) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = dataset.file ?? '';
    document.head.append(link);
  }
  try {
    if (sessionStorage.getItem(PREVIEW_KEY)) await importFile(sandbox);
    await importFile(entry);
  } catch {
    const loading = document.querySelector<HTMLElement>('.loading');
    if (loading) loading.textContent = loading.dataset.failed ?? '';
  }
}

async function painted(): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await window.preloaded?.shown;
  await frame();
}
