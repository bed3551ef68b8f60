import { vi } from 'vitest';
import { notifications } from '@/features/notifications/store';
import { localStore } from '@/features/outbox/local-store';
import { showStudy } from '@/features/study/study';
import { initLocale } from '@/lib/locale';
import { clearSession } from '@/lib/session';

// Runs before each file whose tests share modules and window with other files, and clears both.
document.head.replaceChildren();
document.body.replaceChildren();
vi.unstubAllGlobals();
history.replaceState(null, '', '/');
initLocale('en');
showStudy(null);
notifications.set([]);
await clearSession();
const store = await localStore();
for (const { key } of await store.list('')) await store.remove(key);
