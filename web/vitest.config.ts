import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.ts';

const files = ['src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
);
const tests = files.filter((file) => /\.test\.tsx?$/.test(file));

/** Tests that replace or reload modules, or run without a browser, need their own modules. */
const isolated = tests.filter((file) =>
  /\bvi\.(mock|doMock|resetModules)\(|@vitest-environment/.test(readFileSync(file, 'utf8')),
);

export default defineConfig((env) =>
  mergeConfig(
    vite(env),
    defineConfig({
      test: {
        environment: 'jsdom',
        setupFiles: ['test/setup.ts'],
        restoreMocks: true,
        unstubGlobals: true,
        testTimeout: 30_000,
        css: { modules: { classNameStrategy: 'non-scoped' } },
        projects: [
          {
            extends: true,
            // All others share them, which saves more than half of the time.
            test: {
              name: 'shared',
              include: tests.filter((file) => !isolated.includes(file)),
              setupFiles: ['test/reset.ts'],
              isolate: false,
            },
          },
          { extends: true, test: { name: 'isolated', include: isolated } },
        ],
      },
    }),
  ),
);
