// Builds dist/: the app's files, compressed copies of them, and the templates that the server fills.
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressAll } from './compress.mjs';
import { inlineScripts } from './inline-scripts.mjs';
import { writeTemplates } from './templates.mjs';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
// Build output for `npm run size` that must not be served.
const aside = path.join(root, '.size');

process.chdir(root);
process.env.NODE_ENV = 'production';
await rm(aside, { recursive: true, force: true });
await mkdir(aside, { recursive: true });

await build({ root, logLevel: 'warn' });
await rename(path.join(dist, '.vite/manifest.json'), path.join(aside, 'manifest.json'));
await rm(path.join(dist, '.vite'), { recursive: true });
// The server renders pages from the templates; Vite needs this one as its entry.
await rm(path.join(dist, 'index.html'));

await build({
  root,
  logLevel: 'warn',
  build: {
    ssr: 'src/app/server-templates.tsx',
    outDir: path.join(aside, 'render'),
    manifest: false,
    copyPublicDir: false,
  },
});
const { render } = await import(pathToFileURL(path.join(aside, 'render/server-templates.js')).href);
const manifest = JSON.parse(await readFile(path.join(aside, 'manifest.json'), 'utf8'));

const rendered = await render();
const scripts = await inlineScripts(root);
await writeTemplates({ dist, manifest, scripts, ...rendered });
await compressAll(dist);
// The size check also measures the pages.
await writeFile(path.join(aside, 'routes.json'), JSON.stringify(rendered.routes));
await cp(path.join(dist, 'templates'), path.join(aside, 'templates'), { recursive: true });
