import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `button.module.css`, `primary` -> `button__primary`: the same name in templates, tests and browser. */
function readableName(name: string, file: string): string {
  return `${path.basename(file).split('.')[0]}__${name}`;
}

/** Code that is always used together is one file: it packs better and is asked for once. */
const chunks = {
  includeDependenciesRecursively: false,
  groups: [
    // What changes least, so that a new version of the app keeps it cached.
    { name: 'vendor', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/ },
    // What every page has.
    {
      name: 'frame',
      test: /src\/(lib\/(?!template|position|new-id|pause|save-file)|locales\/en\.ts|ui\/(button|icon|callout|card\.|page-shell|brand)|app\/(skip-link|bar\.))|preload-helper/,
    },
    {
      name: 'public',
      test: /src\/(lib\/template|locales\/public(\.en)?\.ts|features\/(signed-in\/(use|start)|language|study\/closed|visit\/consent))/,
    },
    // What every page inside the study has.
    {
      name: 'study',
      test: /src\/(lib\/(position|new-id|pause)|app\/(bar-layout|offline|flow-guard)|ui\/(progress|late-dialog|menu|dialog)|locales\/study(\.en)?\.ts|features\/((outbox|study-page|timing|personas)\/|signed-in\/sign-out))/,
    },
    { name: 'cards', test: /src\/ui\/(choice|check-card|dock|error-summary)\./ },
    { name: 'form', test: /src\/ui\/field\./ },
    // Questions with points or cards, in questionnaires and tasks.
    { name: 'asking', test: /src\/ui\/(question|likert|radio-cards)\./ },
    {
      name: 'questions',
      test: /src\/(features\/items\/(?!.*-field\.)|ui\/(slider|matrix))/,
    },
    // Clips and posts to judge.
    {
      name: 'task',
      test: /src\/(locales\/task(\.en)?\.ts|features\/(media\/(?!annotation-boxes)|judgement\/(?!feedback|annotated)|flow-a\/(data|store|flow-a-item|flow-a\.module|finished)))/,
    },
    { name: 'events', test: /src\/features\/analytics\/(live|moment|timers|flows)/ },
    { name: 'account', test: /src\/locales\/account(\.en)?\.ts/ },
  ],
};

/**
 * Each page's code names dozens of files: seven letters tell as many contents apart as there will ever be. The
 * entry lists all style sheets, so these have nothing but the hash.
 */
const names = {
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
  assetFileNames: 'assets/[hash:6][extname]',
};

/** The package gives every build its development files, with their warnings; these are the others. */
const ROUTER = {
  find: /^react-router$/,
  replacement: path.resolve(
    import.meta.dirname,
    'node_modules/react-router/dist/production/index.mjs',
  ),
};

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [react()],
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
    // The server names a page's files in advance (shell.json); a list of all of them in the entry
    // would weigh more than what it saves inside the running app.
    modulePreload: false,
    // Neither the renderer of the templates nor a script inside a page is split.
    rolldownOptions:
      isSsrBuild || mode === 'inline-script' ? {} : { output: { codeSplitting: chunks, ...names } },
  },
}));
