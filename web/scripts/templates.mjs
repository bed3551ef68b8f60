// Puts the rendered public pages and the shell of all others into files for the server (README.md).
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { closure, ENTRY, pageChunks } from './manifest.mjs';

/**
 * Before the first paint: the reader's theme, that somebody is signed in (src/app/use-known.ts), and the link's
 * query in case the app is never reached here. A choice of language alone is no link.
 */
const FIRST =
  "try{document.documentElement.dataset.theme=localStorage.getItem('theme')==='dark'?'dark':'light';" +
  "if(localStorage.getItem('auth_token'))document.documentElement.dataset.known='';" +
  "if(/[?&](?!locale=)./.test(location.search))sessionStorage.setItem('link',location.search)}catch{}";

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

/**
 * Makes the calls that the page is sure to make while the app is still on its way; the app takes the
 * replies over (src/lib/ahead.ts). Who is not signed in is sent away, and asks for nothing. What comes first
 * and is largest on a page is shown as soon as it is known (src/app/first-parts.tsx): the picture that a
 * question is about, the words above a questionnaire. `shown` settles when that has been done, and `seen` is
 * when: the clock of the page starts there (src/features/timing), unless the page was left in between.
 */
const AHEAD = `// An element of that name would stand in its place.
window.ahead=null
try{
const token=localStorage.getItem('auth_token')
if(token&&!sessionStorage.getItem('preview')){
const locale=encodeURIComponent(localStorage.getItem('locale')||document.documentElement.lang)
const headers={Accept:'application/json','Content-Type':'application/json',Authorization:'Bearer '+token}
const calls={}
const shown=[]
for(const {content} of document.querySelectorAll('meta[name=ahead]')){
const path=content.endsWith('=')?content+locale:content
const call=calls[path]=whole(path,{headers,signal:AbortSignal.timeout(30000)})
const show=path.includes('/flow-a/questions')?clip:path.includes('/questionnaires/')?words:null
shown.push(show?.(call.then(reply=>reply.ok&&reply.clone().json())))
call.catch(()=>{})
}
window.ahead={token,calls,shown:Promise.allSettled(shown)}
document.addEventListener('visibilitychange',()=>window.ahead&&(window.ahead.seen=null))
}
}catch{}
async function whole(path,init){
const reply=await fetch(path,init)
const {status,headers}=reply
return new Response(await reply.arrayBuffer(),{status,headers})
}
function place(){
const place=document.getElementById('ahead')
place.hidden=false
document.querySelector('.loading').classList.add('loading__over')
return place
}
function see(){
const {ahead}=window
if(ahead&&ahead.seen===undefined&&!document.hidden)ahead.seen=performance.now()
}
async function clip(reply){
const {kind,poster,sources,width,height}=(await reply).find(({id})=>location.pathname.endsWith('/'+id)).media
if(kind==='audio')return
const picture=new Image()
picture.fetchPriority='high'
picture.className='media__picture'
picture.alt=''
picture.src=kind==='image'?sources[0].url:poster
const frame=place()
frame.style.setProperty('--ratio',width/height)
frame.firstChild.append(picture)
await picture.decode()
see()
}
async function words(reply){
const {title,intro,sections,done}=await reply
const section=sections[done]
const [eyebrow,heading,...texts]=place().children
eyebrow.textContent=title
heading.textContent=section.title
for(const [at,html] of [done?null:intro,section.intro].entries()){
if(html)texts[at].innerHTML=html.replaceAll('<h1','<h2').replaceAll('</h1>','</h2>')
else texts[at].remove()
}
see()
}`;

/** What a tab loads before the app where a researcher's preview takes part (features/console/preview). */
const SANDBOX = 'src/features/console/preview/sandbox.ts';

/**
 * Fetches and starts the app once what the page brought along and asked for has been painted: on a slow line
 * they would share the way. That is waited for a moment only, and a tab in the background is never painted.
 */
const AFTER = `{
const load=()=>{
for(const {dataset} of document.querySelectorAll('template[data-file]')){
const link=document.createElement('link')
link.rel='modulepreload'
link.href=dataset.file
document.head.append(link)
}
const {entry,sandbox}=document.querySelector('template[data-entry]').dataset
const app=sessionStorage.getItem('preview')?import(sandbox).then(()=>import(entry)):import(entry)
app.catch(()=>{
const loading=document.querySelector('.loading')
if(loading)loading.textContent=loading.dataset.failed
})
}
const frame=()=>new Promise(requestAnimationFrame)
const painted=async()=>{
await frame()
await window.ahead?.shown
await frame()
}
Promise.race([painted(),new Promise(done=>setTimeout(done,300))]).then(()=>setTimeout(load))
}`;

const hash = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** CSS may hold what the template engine would take for its own. */
const raw = (text) => `{% raw %}${text}{% endraw %}`;

/** In the page itself: a file of its own would be one more on the way of the first paint. */
const icon = await readFile(path.resolve(import.meta.dirname, '../public/icon.svg'), 'utf8');
const ICON = `data:image/svg+xml,${encodeURIComponent(icon.trim())}`;

function head(title, rest) {
  return `<!doctype html>
<html lang="{{ locale|default('en') }}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<meta name="theme-color" content="#f5f7fb">
<title>${title}</title>
<link rel="icon" href="${ICON}" type="image/svg+xml">
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

/** Writes `html` for each of a page's needs of one kind (`writeShell` has the kinds). */
const each = (kind, html) => `{% for x in needs.${kind} %}${html}\n{% endfor %}`;

/**
 * What stands on the screen while a page's code is on its way. The sheets that the page's styles were made of
 * are only named, so that the code which comes with them does not fetch them.
 */
function shellPage({ entry, sandbox, bar, first, failed }) {
  const rest = `${each('calls', '<meta name="ahead" content="{{ x|safe }}">')}<script>${AHEAD}</script>
<style>{{ css|safe }}</style>
${each('styles', '<link rel="stylesheet" href="{{ x|safe }}" disabled>')}`;
  return `${head("{{ title|default('Unmask') }}", rest)}
<body><div id="root">{% if needs.bar %}${bar}{% endif %}{% if needs.first == 'clip' %}${first.clip}{% elif needs.first == 'words' %}${first.words}{% endif %}<p class="loading" role="status" data-failed="${failed}">Loading...</p></div>
<template data-entry="/${entry}" data-sandbox="/${sandbox}"></template>
${each('scripts', '<template data-file="{{ x|safe }}"></template>')}<script>${AFTER}</script>
</body>
</html>
`;
}

async function sheetOf(dist, files) {
  const texts = await Promise.all(files.map((file) => readFile(path.join(dist, file), 'utf8')));
  return texts.map((text) => text.trim()).join('\n');
}

/** One file for all styles of a page; pages with the same ones share it. */
async function writeSheet(dist, files) {
  const css = await sheetOf(dist, files);
  const digest = createHash('sha256').update(css).digest('hex').slice(0, 8);
  const sheet = `templates/${digest}.css`;
  await writeFile(path.join(dist, sheet), css);
  return { sheet, style: hash(css) };
}

/** What the shell of a page names: `css` and `js` are files, `calls` goes to the server. */
async function needsOf(dist, { css, js }, calls, around = {}) {
  const address = (file) => `/${file}`;
  const { sheet, style } = await writeSheet(dist, css);
  return { calls, sheet, style, styles: css.map(address), scripts: js.map(address), ...around };
}

/**
 * @param {{dist: string, manifest: object, pages: Record<string, string>, bar: string, first: {clip: string, words: string}, failed: string, titles: Record<string, string>,
 *   routes: {id: string, path: string, file: string, layout: string, first: string, calls: string[]}[]}} build
 */
export async function writeTemplates({
  dist,
  manifest,
  pages,
  bar,
  first,
  failed,
  titles,
  routes,
}) {
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
    // The server writes its patterns with braces.
    const pattern = route.path.replace(/:(\w+)/g, '{$1}');
    const js = [...shared, ...own.js];
    const around = { bar: route.layout === 'bar', first: route.first };
    needs[pattern] = await needsOf(dist, { css, js }, route.calls, around);
    if (route.layout !== 'public') continue;
    const name = route.id;
    const sheet = await sheetOf(dist, css);
    styles.push(hash(sheet));
    const page = publicPage({ name, title: titles[name], css: sheet, markup: pages[name], entry });
    await writeFile(path.join(folder, `${name}.html`), page);
  }
  await writeFile(path.join(folder, 'app.html'), shellPage({ entry, sandbox, bar, first, failed }));
  const shell = {
    csp: {
      script: [FIRST, AHEAD, AFTER, start(entry)].map(hash),
      style: [...new Set(styles)],
    },
    routes: needs,
  };
  await writeFile(path.join(folder, 'shell.json'), `${JSON.stringify(shell, null, 2)}\n`);
}
