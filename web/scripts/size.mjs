// Fails if a first view or a page exceeds its size budget. Reads the output of the last build.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { AROUND, closure, ENTRY } from './manifest.mjs';

/**
 * In bytes, gzip. Participants start on a public page; the other pages open inside the running app. They are loaded
 * without a cache only by participants who reopen one of them.
 */
const BUDGET = {
  // The follow-up is the largest page: it has a questionnaire's items, and the player if it asks for a region.
  page: 20_150,
  public: { js: 115_600, css: 4_880 },
  reopened: { js: 139_200, css: 8_970 },
  /** In addition to the code of every page. */
  console: { entry: 120_000, page: 20_000 },
};

/** Only the console's code contains the console's calls. */
const OF_THE_CONSOLE = '/api/admin/';

const root = path.resolve(import.meta.dirname, '..');
const read = async (file) => JSON.parse(await readFile(path.join(root, '.size', file), 'utf8'));
const manifest = await read('manifest.json');
const { routes } = await read('templates/shell.json');
const pages = await read('routes.json');

async function weigh(files) {
  let total = 0;
  for (const file of files) {
    total += gzipSync(await readFile(path.join(root, 'dist', file)), { level: 9 }).length;
  }
  return total;
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const tooHeavy = [];
const check = (name, bytes, limit) => {
  if (bytes > limit) tooHeavy.push(`${name}: ${kB(bytes)}, allowed ${kB(limit)}`);
};

const always = closure(manifest, ENTRY);
for (const file of always.js) console.log(`on every page: ${file} ${kB(await weigh([file]))}`);

for (const { path: route, layout } of pages) {
  const { scripts, sheet } = routes[route.replace(/:(\w+)/g, '{$1}')];
  const js = await weigh([always.js[0], ...scripts]);
  const css = await weigh([sheet]);
  const around = [...always.js, ...AROUND[layout].flatMap((key) => closure(manifest, key).js)];
  const own = await weigh(scripts.filter((file) => !around.includes(file.slice(1))));
  console.log(`${route}: page ${kB(own)}, from nothing ${kB(js)} JS, ${kB(css)} CSS (gzip)`);
  check(`${route}, the page's own code`, own, BUDGET.page);
  const first = layout === 'public' ? BUDGET.public : BUDGET.reopened;
  check(`${route}, JavaScript from nothing`, js, first.js);
  check(`${route}, styles from nothing`, css, first.css);
}

const participants = new Set(
  [
    ENTRY,
    'src/app/unknown-path.tsx',
    ...Object.values(AROUND).flat(),
    ...pages.map(({ file }) => file),
  ].flatMap((key) => closure(manifest, key).js),
);
for (const file of participants) {
  const code = await readFile(path.join(root, 'dist', file), 'utf8');
  if (code.includes(OF_THE_CONSOLE))
    tooHeavy.push(`${file}: participants fetch code of the console`);
}

const CONSOLE = 'src/app/console.tsx';
const beyond = (key, known) => closure(manifest, key).js.filter((file) => !known.includes(file));
const entry = beyond(CONSOLE, always.js);
const consoleCode = await Promise.all(
  entry.map((file) => readFile(path.join(root, 'dist', file), 'utf8')),
);
// Otherwise the check above would test nothing.
if (!consoleCode.some((code) => code.includes(OF_THE_CONSOLE))) {
  tooHeavy.push(`${CONSOLE}: none of its files has a call of the console`);
}
console.log(`/admin: entry ${kB(await weigh(entry))} over what every page has (gzip)`);
check('/admin, its entry', await weigh(entry), BUDGET.console.entry);
for (const key of Object.keys(manifest).filter((key) => key.startsWith('src/features/console/'))) {
  const own = await weigh(beyond(key, [...always.js, ...entry]));
  console.log(`${key}: ${kB(own)}`);
  check(key, own, BUDGET.console.page);
}

if (tooHeavy.length > 0) {
  console.error(tooHeavy.join('\n'));
  process.exit(1);
}
