import { createBrowserRouter, type RouteObject } from 'react-router';
import { BASE } from '@/lib/site';
import { Loading } from '@/ui/loading';
import { RouteError } from './error-boundary';
import { PAGES } from './pages';
import { type Layout, layoutOf, PAGE_IDS, PATHS } from './paths';
import { Root } from './root';

function pagesIn(layout: Layout): RouteObject[] {
  const ids = PAGE_IDS.filter((id) => layoutOf(id) === layout);
  return ids.map((id) => ({ path: PATHS[id], lazy: PAGES[id] }));
}

const inside = () => import('./inside');
const layout = (name: 'bare' | 'bar') => async () => ({
  Component: (await inside()).layouts[name],
});

/** All routes, each with its layout and whether it needs a sign-in. */
const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <Loading />,
    children: [
      { lazy: () => import('./public-layout'), children: pagesIn('public') },
      {
        lazy: inside,
        children: [
          { lazy: layout('bare'), children: pagesIn('bare') },
          { lazy: layout('bar'), children: pagesIn('bar') },
        ],
      },
      { path: '*', lazy: () => import('./unknown-path') },
    ],
  },
];

export function makeRouter() {
  return createBrowserRouter(routes, { basename: BASE || '/' });
}
