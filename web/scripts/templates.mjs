// Puts the rendered public pages and the shell of all others into files for the server (README.md).
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closure, ENTRY, pageChunks } from './manifest.mjs';

/** Before the first paint: the reader's theme, and the link's query in case the app is never reached here. */
const FIRST =
  "try{document.documentElement.dataset.theme=localStorage.getItem('theme')==='dark'?'dark':'light';" +
  "if(location.search)sessionStorage.setItem('link',location.search)}catch{}";

/**
 * The app starts after everything else has loaded, and then takes over what is on the screen. A form
 * sent before that starts it at once and is held until the app can take it (src/app/early.ts). Where
 * the app can't be had, nothing is held any more, and the form goes the plain way.
 */
const start = (entry) => `{
let app
const busy=value=>held.button?.setAttribute('aria-busy',value)
const free=()=>{removeEventListener('submit',hold,true);busy(false)}
const held=window.held={form:-1,free}
const load=()=>app??=import('/${entry}').catch(free)
const hold=event=>{
event.preventDefault()
held.form=[...document.forms].indexOf(event.target)
held.button=event.submitter
busy(true)
load()
}
addEventListener('submit',hold,true)
addEventListener('load',()=>setTimeout(load))
}`;

const hash = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** CSS may hold what the template engine would take for its own. */
const raw = (text) => `{% raw %}${text}{% endraw %}`;

function head(title, rest) {
  return `<!doctype html>
<html lang="{{ locale|default('en') }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="theme-color" content="#f5f7fb">
<title>${title}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<script>${FIRST}</script>
${rest}
</head>`;
}

const BOOT = '<script type="application/json" id="boot">{{ boot|safe }}</script>';

function publicPage({ name, title, css, markup, entry }) {
  const about =
    name === 'landing' ? '<meta name="description" content="{{ landing.lead }}">\n' : '';
  return `${head(title, `${about}<style>${raw(css)}</style>\n<script>${raw(start(entry))}</script>`)}
<body><div id="root" data-mount="hydrate">${markup}</div>
${BOOT}
</body>
</html>
`;
}

function shellPage({ js, css }) {
  const [entry, ...others] = js;
  const sheets = css.map((file) => `<link rel="stylesheet" href="/${file}">`).join('\n');
  const preloads = others.map((file) => `<link rel="modulepreload" href="/${file}">`).join('\n');
  const page = `{% for chunk in chunks %}{% if chunk is endingwith('.css') %}<link rel="stylesheet" href="{{ chunk|safe }}">
{% endif %}{% endfor %}`;
  const pagePreloads = `{% for chunk in chunks %}{% if chunk is endingwith('.js') %}<link rel="modulepreload" href="{{ chunk|safe }}">
{% endif %}{% endfor %}`;
  const rest = `${sheets}
${page}<script type="module" src="/${entry}"></script>
${preloads}
${pagePreloads}`;
  return `${head("{{ title|default('Unmask') }}", rest)}
<body><div id="root"><p class="loading" role="status">Loading...</p></div>
</body>
</html>
`;
}

async function sheetOf(dist, files) {
  const texts = await Promise.all(files.map((file) => readFile(path.join(dist, file), 'utf8')));
  return texts.map((text) => text.trim()).join('\n');
}

/** @param {{dist: string, manifest: object, pages: Record<string, string>, titles: Record<string, string>, routes: {id: string, path: string, layout: string}[]}} build */
export async function writeTemplates({ dist, manifest, pages, titles, routes }) {
  const folder = path.join(dist, 'templates');
  await mkdir(folder, { recursive: true });
  const always = closure(manifest, ENTRY);
  const [entry] = always.js;
  const styles = [];
  for (const route of routes.filter(({ layout }) => layout === 'public')) {
    const name = route.id;
    const css = await sheetOf(dist, [...always.css, ...pageChunks(manifest, route).css]);
    styles.push(hash(css));
    const page = publicPage({ name, title: titles[name], css, markup: pages[name], entry });
    await writeFile(path.join(folder, `${name}.html`), page);
  }
  await writeFile(path.join(folder, 'app.html'), shellPage(always));
  const chunks = routes.map((route) => {
    const { css, js } = pageChunks(manifest, route);
    // The server writes its patterns with braces.
    const pattern = route.path.replace(/:(\w+)/g, '{$1}');
    return [pattern, [...css, ...js].map((file) => `/${file}`)];
  });
  const shell = {
    csp: { script: [hash(FIRST), hash(start(entry))], style: [...new Set(styles)] },
    routes: Object.fromEntries(chunks),
  };
  await writeFile(path.join(folder, 'shell.json'), `${JSON.stringify(shell, null, 2)}\n`);
}
