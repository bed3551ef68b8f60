// Writes the rendered public pages and the shell of all other pages as templates for the server (README.md).
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closure, ENTRY, pageChunks } from './manifest.mjs';

/** What a tab with a researcher's preview loads before the app (features/console/preview). */
const SANDBOX = 'src/features/console/preview/sandbox.ts';

const hash = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** CSS and JavaScript may contain syntax of the template engine. */
const raw = (text) => `{% raw %}${text}{% endraw %}`;

/** Inline, because another file would delay the first paint. */
const icon = await readFile(path.resolve(import.meta.dirname, '../public/icon.svg'), 'utf8');
const ICON = `data:image/svg+xml,${encodeURIComponent(icon.trim())}`;

function head(script, title, rest) {
  return `<!doctype html>
<html lang="{{ locale|default('en') }}"{% if path_id %} data-path-id="{{ path_id }}"{% endif %}{% if installation %} data-installation="{{ installation }}"{% endif %}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="theme-color" content="#f5f7fb">
<title>${title}</title>
<link rel="icon" href="${ICON}" type="image/svg+xml">
<script>${raw(script)}</script>
${rest}
</head>`;
}

const BOOT = '<script type="application/json" id="boot">{{ boot|safe }}</script>';

function publicPage({ scripts, name, title, css, markup, entry }) {
  const about =
    name === 'landing' ? '<meta name="description" content="{{ landing.lead }}">\n' : '';
  const rest = `${about}<style>${raw(css)}</style>
<script data-entry="/${entry}">${raw(scripts.holdForm)}</script>`;
  return `${head(scripts.beforePaint, title, rest)}
<body><div id="root" data-mount="hydrate">${markup}</div>
${BOOT}
</body>
</html>
`;
}

/** Writes `html` for each of a page's needs of one kind (`writeShell` has the kinds). */
const each = (kind, html) => `{% for x in needs.${kind} %}${html}\n{% endfor %}`;

/**
 * The screen while a page's code is loading. The source sheets of the page's styles are only named, so that its code
 * does not fetch them again.
 */
function shellPage({ scripts, entry, sandbox, bar, frames, loading }) {
  const rest = `${each('calls', '<meta name="preload" content="{{ x|safe }}">')}<script>${raw(scripts.preload)}</script>
<style>{{ css|safe }}</style>
${each('styles', '<link rel="stylesheet" href="{{ x|safe }}" disabled>')}`;
  const frame = Object.entries(frames).map(
    ([name, html]) => `{% if needs.first == '${name}' %}${html}{% endif %}`,
  );
  return `${head(scripts.beforePaint, "{{ title|default('Unmask') }}", rest)}
<body><div id="root">{% if needs.bar %}${bar}{% endif %}${frame.join('')}${loading}</div>
${each('scripts', '<template data-file="{{ x|safe }}"></template>')}<script data-entry="/${entry}" data-sandbox="/${sandbox}">${raw(scripts.startApp)}</script>
</body>
</html>
`;
}

async function sheetOf(dist, files) {
  const texts = await Promise.all(files.map((file) => readFile(path.join(dist, file), 'utf8')));
  return texts.map((text) => text.trim()).join('\n');
}

/** One file for all styles of a page; pages with the same styles share it. */
async function writeSheet(dist, files) {
  const css = await sheetOf(dist, files);
  const digest = createHash('sha256').update(css).digest('hex').slice(0, 8);
  const sheet = `templates/${digest}.css`;
  await writeFile(path.join(dist, sheet), css);
  return { sheet, style: hash(css) };
}

/** The contents of a page's shell: `css` and `js` are files, `calls` are calls to the server. */
async function needsOf(dist, { css, js }, calls, around = {}) {
  const address = (file) => `/${file}`;
  const { sheet, style } = await writeSheet(dist, css);
  return { calls, sheet, style, styles: css.map(address), scripts: js.map(address), ...around };
}

/**
 * @param {{dist: string, manifest: object, scripts: Record<string, string>, pages: Record<string, string>,
 *   bar: string, frames: Record<string, string>, loading: string, titles: Record<string, string>,
 *   routes: {id: string, path: string, file: string, layout: string, first: string, calls: string[]}[]}} build
 */
export async function writeTemplates({ dist, manifest, scripts, pages, titles, routes, ...parts }) {
  const folder = path.join(dist, 'templates');
  await mkdir(folder, { recursive: true });
  const always = closure(manifest, ENTRY);
  const [entry, ...shared] = always.js;
  const sandbox = manifest[SANDBOX].file;
  const styles = [];
  const needs = { '*': await needsOf(dist, { css: always.css, js: shared }, []) };
  for (const route of routes) {
    const own = pageChunks(manifest, route);
    const css = [...always.css, ...own.css];
    // The server's patterns use braces.
    const pattern = route.path.replace(/:(\w+)/g, '{$1}');
    const js = [...shared, ...own.js];
    const around = { bar: route.layout === 'bar', first: route.first };
    needs[pattern] = await needsOf(dist, { css, js }, route.calls, around);
    if (route.layout !== 'public') continue;
    const name = route.id;
    const sheet = await sheetOf(dist, css);
    styles.push(hash(sheet));
    const page = { scripts, name, title: titles[name], css: sheet, markup: pages[name], entry };
    await writeFile(path.join(folder, `${name}.html`), publicPage(page));
  }
  const app = shellPage({ scripts, entry, sandbox, ...parts });
  await writeFile(path.join(folder, 'app.html'), app);
  const shell = {
    csp: {
      script: Object.values(scripts).map(hash),
      style: [...new Set(styles)],
    },
    routes: needs,
  };
  await writeFile(path.join(folder, 'shell.json'), `${JSON.stringify(shell, null, 2)}\n`);
}
