import { expect, test, vi } from 'vitest';
import { initLocale } from '@/lib/locale';
import { loadConsent, loadStudy, reloadStudy } from './study';

const boot = { locale: 'fr', study: { title: 'From the page' }, consent: { version: '1' } };

test('data that the server wrote into the page are not requested until the study is reloaded', async () => {
  document.body.innerHTML = `<script type="application/json" id="boot">${JSON.stringify(boot)}</script>`;
  initLocale('fr');
  const server = vi.fn(async (_path: string) => Response.json({ title: 'From the server' }));
  vi.stubGlobal('fetch', server);
  expect(await loadStudy()).toEqual(boot.study);
  expect(await loadConsent()).toEqual(boot.consent);
  expect(server).not.toHaveBeenCalled();
  expect(await reloadStudy()).toEqual({ title: 'From the server' });
  expect(await loadStudy()).toEqual({ title: 'From the server' });
  expect(server.mock.calls.map(([path]) => path)).toEqual(['/api/study?locale=fr']);
});
