/**
 * Build only: renders the public pages to templates that the server fills with the study's texts
 * (README.md). The same components run in the browser, so what the server sends hydrates.
 */
import { type ReactNode, StrictMode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router';
import type { PublicConsent, StudyInfo } from '@/api/schema';
import { Component as Auth } from '@/features/auth/auth-page';
import { ConsentPage } from '@/features/consent/consent-page';
import { Landing } from '@/features/landing/landing-page';
import { showStudy } from '@/features/study/study';
import { LoadingApp, PictureFrame, TextFrame } from '@/first-view/frames';
import { loadMessages, TableOverride } from '@/lib/locale';
import { BASE_MARK } from '@/lib/site';
import { Template } from '@/lib/template';
import { de as frameDe } from '@/locales/de';
import { en as frameEn } from '@/locales/en';
import { de } from '@/locales/public.de';
import { en } from '@/locales/public.en';
import '@/styles/tokens.css';
import '@/styles/base.css';
import { TopBar } from './bar-layout';
import { ErrorBoundary } from './error-boundary';
import { PAGES, type PageModule } from './pages';
import { callsOf, firstViewOf, layoutOf, PAGE_IDS, PATHS, type PageId } from './paths';
import { Component as PublicLayout } from './public-layout';
import { Root } from './root';

/** A table of messages in which each message is a template condition with both languages. */
function merge(en: unknown, de: unknown): unknown {
  if (typeof en === 'string') {
    if (en === de) return en;
    return `{% if locale is startingwith('de') %}${de}{% else %}${en}{% endif %}`;
  }
  // These pages have no messages with numbers.
  if (typeof en !== 'object' || en === null) return en;
  const other = de as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(en).map(([key, word]) => [key, merge(word, other[key])]),
  );
}

/** Shown if the app's code can't be loaded. */
const FAILED = {
  en: 'This page could not be loaded. Please check the connection and load it again.',
  de: 'Diese Seite konnte nicht geladen werden. Bitte prüfen Sie die Verbindung und laden Sie sie neu.',
};

const optional = merge(en.consent.optional, de.consent.optional);

/** A placeholder for the study: every text is a template variable, every list has one item `x`. */
const study = {
  id: '{{ id }}',
  title: '{{ title }}',
  locales: [{ tag: '{{ x.tag }}', name: '{{ x.name }}' }],
  contact: {
    name: '{{ contact.name }}',
    institution: '{{ contact.institution }}',
    email: '{{ contact.email }}',
  },
  ethics: { board: '{{ ethics.board }}', id: '{{ ethics.id }}' },
  landing: {
    eyebrow: '{{ landing.eyebrow }}',
    lead: '{{ landing.lead }}',
    button: '{{ landing.button }}',
    chips: ['{{ x }}'],
    steps: [{ title: '{{ x.title }}', text: '{{ x.text }}', picture: '{{ x.picture }}' }],
    facts: [{ label: '{{ x.label }}', value: '{{ x.value }}' }],
    portraits: ['{{ x }}'],
  },
  open: true,
  closed: '{{ closed|safe }}',
} as StudyInfo;

const consent = {
  version: '{{ version }}',
  keyFacts: ['{{ x }}'],
  sections: [{ title: '{{ x.title }}', html: '{{ x.html|safe }}' }],
  // As `noteOf` joins the word and the note; `required` only keeps it from adding the word again.
  ticks: [
    {
      id: '{{ x.id }}',
      label: '{{ x.label }}',
      note: `{% if not x.required %}${optional}{% if x.note %} {% endif %}{% endif %}{{ x.note or '' }}`,
      required: true,
    },
  ],
} as PublicConsent;

const PUBLIC_PAGES: Record<'landing' | 'consent' | 'auth', ReactNode> = {
  landing: <Landing study={study} />,
  consent: <ConsentPage study={study} consent={consent} />,
  auth: <Auth />,
};

/** The addresses of links below the study's own. The landing page of a study at the root is `/`. */
function withBase(html: string): string {
  return html
    .replaceAll(`"${BASE_MARK}"`, `"{% if base %}{{ base }}{% else %}/{% endif %}"`)
    .replaceAll(`"${BASE_MARK}/`, '"{{ base }}/');
}

/** React escapes quotes, but inside its marks the template engine needs them. */
function unescapeMarks(html: string): string {
  return withBase(html).replace(/\{[{%].*?[}%]\}/g, (mark) =>
    mark
      .replace(/&#x27;/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/&gt;/g, '>')
      .replace(/&lt;/g, '<'),
  );
}

function renderPage(name: keyof typeof PUBLIC_PAGES): Promise<string> {
  const page = { path: PATHS[name], element: PUBLIC_PAGES[name] };
  return renderAt(PATHS[name], {
    element: <Root />,
    children: [{ element: <PublicLayout />, children: [page] }],
  });
}

async function renderAt(path: string, route: RouteObject): Promise<string> {
  const handler = createStaticHandler([route], { basename: BASE_MARK });
  const context = await handler.query(new Request(`http://study${BASE_MARK}${path}`));
  if (context instanceof Response) throw new Error(`${path} answered with a redirect`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return unescapeMarks(
    renderToString(
      <StrictMode>
        <TableOverride value={merge}>
          <Template value={true}>
            <ErrorBoundary>
              <Suspense>
                <StaticRouterProvider router={router} context={context} hydrate={false} />
              </Suspense>
            </ErrorBoundary>
          </Template>
        </TableOverride>
      </StrictMode>,
    ),
  );
}

const PAGE_FILES = import.meta.glob<PageModule>('/src/features/*/*-page.tsx');

/** The file that a page is in: under its name Vite's manifest lists the page's chunk. */
async function fileOf(page: PageId): Promise<string> {
  const { Component } = await PAGES[page]();
  for (const [file, load] of Object.entries(PAGE_FILES)) {
    if ((await load()).Component === Component) return file.slice(1);
  }
  throw new Error(`${page}: no src/features/*/*-page.tsx exports its component`);
}

/** The markup of each public page, as a template, and the paths of all routes. */
export async function render() {
  await loadMessages('de');
  showStudy(study);
  const [landing, consentPage, auth] = await Promise.all([
    renderPage('landing'),
    renderPage('consent'),
    renderPage('auth'),
  ]);
  const named = (page: 'consent' | 'auth') =>
    `${merge(frameEn.pages[page], frameDe.pages[page])} · {{ title }}`;
  return {
    pages: { landing, consent: consentPage, auth },
    // The bar has no user menu, because the user is not known yet.
    bar: await renderAt('/', { path: '/', element: <TopBar /> }),
    frames: {
      picture: renderToString(<PictureFrame />),
      text: renderToString(<TextFrame />),
    },
    loading: unescapeMarks(
      renderToString(<LoadingApp failed={`${merge(FAILED.en, FAILED.de)}`} />),
    ),
    titles: { landing: '{{ title }}', consent: named('consent'), auth: named('auth') },
    routes: await Promise.all(
      PAGE_IDS.map(async (id) => ({
        id,
        path: PATHS[id],
        file: await fileOf(id),
        layout: layoutOf(id),
        first: firstViewOf(id),
        calls: callsOf(id),
      })),
    ),
  };
}
