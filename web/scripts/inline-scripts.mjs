// Compiles the inline scripts of the pages (src/first-view), each to one classic script.
import path from 'node:path';
import { build } from 'vite';

/** Compiles a module of src/first-view to a script that runs its default export. */
async function compile(root, name) {
  const entry = path.join(root, 'inline-script.js');
  const module = path.join(root, 'src/first-view', `${name}.ts`);
  const runDefault = {
    name: 'run-default',
    resolveId: (id) => (id === entry ? id : undefined),
    load: (id) => (id === entry ? `import run from ${JSON.stringify(module)}; run();` : undefined),
  };
  const [{ output }] = await build({
    root,
    mode: 'inline-script',
    logLevel: 'warn',
    plugins: [runDefault],
    build: {
      write: false,
      copyPublicDir: false,
      manifest: false,
      lib: { entry, formats: ['iife'], name: 'script' },
    },
  });
  return output[0].code.trim();
}

/** The code of each script, by its name in `templates.mjs`. */
export async function inlineScripts(root) {
  const [beforePaint, holdForm, preload, startApp] = await Promise.all(
    ['before-paint', 'hold-form', 'preload', 'start-app'].map((name) => compile(root, name)),
  );
  return { beforePaint, holdForm, preload, startApp };
}
