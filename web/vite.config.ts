import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** `button.module.css`, `primary` -> `button__primary`: the same name in templates, tests and browser. */
function readableName(name: string, file: string): string {
  return `${path.basename(file).split('.')[0]}__${name}`;
}

/** Code that is always used together is one file, which compresses better and needs one request. */
const chunks = {
  includeDependenciesRecursively: false,
  groups: [
    // The code that changes least, so that it stays cached across versions.
    { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
    // The code of every page.
    {
      name: 'frame',
      test: /src\/(api\/calls|lib\/(?!template|position|new-id|pause|save-file|part-to-come)|locales\/(en|messages|error-message)\.ts|ui\/(button|icon|callout|card\.|page-shell|brand|title|skip-link)|app\/bar\.)|preload-helper/,
    },
    {
      name: 'public',
      test: /src\/(lib\/template|locales\/public(\.en)?\.ts|features\/(signed-in\/(use|start)|language|study\/closed|visit\/consent))/,
    },
    // The code of every page inside the study.
    {
      name: 'study',
      test: /src\/(lib\/(position|new-id|pause|part-to-come)|app\/(bar-layout|offline|flow-guard)|ui\/(progress|late-dialog|menu|dialog)|locales\/study(\.en)?\.ts|features\/((outbox|study-page|timing\/(?!exposures)|personas)|signed-in\/sign-out))|validation-messages\.en/,
    },
    { name: 'cards', test: /src\/ui\/(choice|check-card|dock|error-summary)\./ },
    { name: 'form', test: /src\/ui\/field\./ },
    // Questions with points or cards, in questionnaires and tasks.
    { name: 'asking', test: /src\/ui\/(question|columns|likert|radio-cards)\./ },
    {
      // Without the kinds that are loaded on demand.
      debugName: 'questions',
      name: (id: string, context: Rolldown.ChunkingContext) =>
        context.getModuleInfo(id)?.dynamicImporters.length ? null : 'questions',
      test: /src\/(features\/items\/|ui\/(slider|matrix))/,
    },
    // Judgements of clips and posts.
    {
      name: 'task',
      test: /src\/(locales\/task(\.en)?\.ts|features\/(media\/(?!annotation-boxes)|judgement\/(?!feedback|annotated)))/,
    },
    {
      name: 'flow-a',
      test: /src\/features\/flow-a\/(data|store|flow-a-item|flow-a\.module|finished)/,
    },
    { name: 'events', test: /src\/features\/analytics\/(live|moment|timers|flows)/ },
    { name: 'account', test: /src\/locales\/account(\.en)?\.ts/ },
  ],
};

/**
 * The code of each page names dozens of files, so their names are short: seven characters distinguish enough contents.
 * The entry lists all style sheets, so their names are only a hash.
 */
const names = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[hash:6][extname]',
};

/** The package resolves to its development files, with warnings; these are the production files. */
const ROUTER = {
  find: /^react-router$/,
  replacement: path.resolve(
    import.meta.dirname,
    'node_modules/react-router/dist/production/index.mjs',
  ),
};

/**
 * Lets the bundler leave out the components of the package that no page uses: forms, scripts and prefetching of its
 * framework. It keeps them for the names that React's developer tools show, and for calls that it can't judge.
 */
const unusedOfRouter: Plugin = {
  name: 'unused-of-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production/ },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        .replace(/= (React\d*\.(createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
        .replace(
          /^(var \w+ =) (class extends React\d*\.Component {.*?^});$/gms,
          '$1 /* @__PURE__ */ (() => $2)();',
        ),
      map: null,
    }),
  },
};

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [react(), unusedOfRouter],
  resolve: {
    alias: [
      { find: '@', replacement: path.resolve(import.meta.dirname, 'src') },
      ...(command === 'build' ? [ROUTER] : []),
    ],
  },
  css: { modules: { generateScopedName: readableName } },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/study-media': 'http://127.0.0.1:8080' } },
  build: {
    target: ['chrome111', 'safari16.4', 'firefox114'],
    manifest: true,
    assetsInlineLimit: 0,
    // The server lists a page's files in advance (shell.json). A list of all of them in the entry would cost more than
    // it saves inside the running app.
    modulePreload: false,
    // The template renderer and inline scripts are not split.
    rolldownOptions:
      isSsrBuild || mode === 'inline-script' ? {} : { output: { codeSplitting: chunks, ...names } },
  },
}));
