import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config.ts';

export default defineConfig((env) =>
  mergeConfig(
    vite(env),
    defineConfig({
      test: {
        environment: 'jsdom',
        include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
        setupFiles: ['test/setup.ts'],
        restoreMocks: true,
        unstubGlobals: true,
        testTimeout: 30_000,
        css: { modules: { classNameStrategy: 'non-scoped' } },
      },
    }),
  ),
);
