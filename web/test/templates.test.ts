// @vitest-environment node

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { render } from '@/app/server-templates';

const { pages, routes } = await render();
const marks = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((m) => m[0]);

test.each(Object.entries(pages))('%s has balanced marks and no style attribute', (_name, html) => {
  expect(marks(html, /\{% for /g)).toHaveLength(marks(html, /\{% endfor %\}/g).length);
  expect(marks(html, /\{% if /g)).toHaveLength(marks(html, /\{% endif %\}/g).length);
  expect(html).not.toMatch(/\sstyle=/);
  // Inside a mark, quotes belong to the template engine.
  expect(marks(html, /\{[{%][^}]*&(#x27|quot|gt|lt);/g)).toEqual([]);
});

test('the study comes from the server, the words in both languages', () => {
  expect(pages.landing).toContain('<h1 tabindex="-1"');
  expect(pages.landing).toContain('{{ landing.lead }}');
  expect(pages.landing).toContain('{% for x in landing.steps %}');
  expect(pages.landing).toContain(
    "{% if locale is startingwith('de') %}Anmelden{% else %}Sign in{% endif %}",
  );
  expect(pages.consent).toContain('{{ x.html|safe }}');
});

test('before the app runs, forms are safe: no password in an address, nothing ticked', () => {
  // sign-in and registration; sign-in alone while registration is closed
  expect(marks(pages.auth, /<form/g)).toHaveLength(3);
  expect(marks(pages.auth, /<form[^>]* method="post"/g)).toHaveLength(3);
  expect(pages.consent).not.toContain('checked');
});

test('every route has its layout', () => {
  expect(routes.filter((route) => route.layout === 'public').map((route) => route.path)).toEqual([
    '/',
    '/consent',
    '/auth',
  ]);
  const bare = routes.filter((route) => route.layout === 'bare').map((route) => route.path);
  expect(bare.every((path) => /^\/(home|flow-a)/.test(path))).toBe(true);
  expect(bare).toHaveLength(10);
});

test('the README names what the shell’s template asks for', async () => {
  const read = (name: string) => readFile(path.resolve(import.meta.dirname, '..', name), 'utf8');
  const [readme, templates] = await Promise.all([read('README.md'), read('scripts/templates.mjs')]);
  const asked = [...templates.matchAll(/needs\.(\w+)|each\('(\w+)'/g)].map((m) => m[1] ?? m[2]);
  expect(new Set(asked)).toContain('first');
  for (const name of asked) expect(readme).toContain(`\`${name}\``);
});
