import { expect, test } from 'vitest';
import { loader } from './inside';

const led = async (path: string) => {
  const reply = await loader({ request: new Request(`http://study.example${path}`) });
  return reply?.headers.get('Location');
};

test('trailing slashes are removed before the page compares its address', async () => {
  expect(await led('/dashboard/')).toBe('http://study.example/dashboard');
  expect(await led('/flow-a/question/q1//?locale=de')).toBe(
    'http://study.example/flow-a/question/q1?locale=de',
  );
});

test('other addresses stay, and anonymous visitors go to the landing page', async () => {
  for (const path of ['/dashboard', '/dashboard?back=/end/']) expect(await led(path)).toBe('/');
});
