/**
 * Lighthouse mobile with simulated throttling and a cold cache: median of three runs, with the size of scripts and
 * styles. Prints a table; part of `make bench`. `make bench-smoke`, and so `make test`, runs it once to check that it
 * works; no figure makes it fail. `LIGHTHOUSE_ALSO="name=URL"` measures a page of another server, in a test with that
 * name.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, test } from '@playwright/test';
import lighthouse from 'lighthouse';
import type { Tokens } from '../../web/src/api/schema.d.ts';
import { ApiUser } from '../src/api-user.ts';
import { nextIs, registered, storeTokens } from '../src/fixtures.ts';
import { isUp, Server } from '../src/server.ts';

const runs = Number(process.env.RUNS ?? 3);

interface Figures {
  performance: number;
  accessibility: number;
  fcp: number;
  lcp: number;
  scripts: number;
  styles: number;
}

let server: Server;

test('what a phone sees', async () => {
  server = await Server.start();
  try {
    nextIs(server, 'treatment_0');
    const tokens = await registered(server);
    header();
    const page = (path: string, tokens?: Tokens) =>
      report(path.replace(/\/question\/.*/, '/question'), server.address + path, tokens);
    for (const path of ['/', '/consent', '/auth']) await page(path);
    await page('/pre-questionnaire', tokens);
    const api = new ApiUser(server, tokens);
    await page(await api.toMedia('video'), tokens);
  } finally {
    await server.remove();
  }
});

const [, name, url] = process.env.LIGHTHOUSE_ALSO?.match(/^([^=]+)=(.+)$/) ?? [];
if (name && url) {
  test(name, async () => {
    header();
    await report(name, url);
  });
}

function header(): void {
  console.log(
    '| page | performance | accessibility | first paint ms | largest paint ms | scripts kB | styles kB |',
  );
  console.log('|---|---|---|---|---|---|---|');
}

async function report(name: string, url: string, tokens?: Tokens): Promise<void> {
  const seen: Figures[] = [];
  for (let run = 0; run < runs; run++) seen.push(await measure(url, tokens));
  const median = (key: keyof Figures) =>
    seen.map((figures) => figures[key]).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
  const [p, a, f, l, js, css] = (
    ['performance', 'accessibility', 'fcp', 'lcp', 'scripts', 'styles'] as const
  ).map(median);
  console.log(`| ${name} | ${p} | ${a} | ${f} | ${l} | ${js} | ${css} |`);
}

/** On a busy machine, Lighthouse can lose the trace of a load and asks for another one. */
async function measure(url: string, tokens: Tokens | undefined): Promise<Figures> {
  for (let left = 2; ; left--) {
    try {
      return await load(url, tokens);
    } catch (error) {
      if (left === 0) throw error;
      console.warn(`Measured again. ${error}`);
    }
  }
}

/** One cold load in a new browser. */
async function load(url: string, tokens: Tokens | undefined): Promise<Figures> {
  const profile = mkdtempSync(join(tmpdir(), 'unmask-lighthouse-'));
  const port = 9300 + Math.floor(Math.random() * 600);
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  // Starts a process group: the browser's child processes write to the profile until they are killed as well.
  const browser = spawn(process.env.CHROMIUM ?? '/usr/bin/chromium', flags, {
    detached: true,
    stdio: 'ignore',
  });
  try {
    await answers(`http://127.0.0.1:${port}/json/version`);
    if (tokens) await sign(port, tokens);
    const result = await lighthouse(url, {
      port,
      logLevel: 'silent',
      disableStorageReset: true,
      onlyCategories: ['performance', 'accessibility'],
    });
    if (!result || result.lhr.runtimeError)
      throw new Error(`Lighthouse gave no result: ${result?.lhr.runtimeError?.message}`);
    return figures(result.lhr as unknown as Report);
  } finally {
    const ended = new Promise((done) => browser.once('exit', done));
    if (browser.pid) process.kill(-browser.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  }
}

/** Stores the tokens in the browser without loading a page of the app, so that the cache stays cold. */
async function sign(port: number, tokens: Tokens): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
  await page.goto(`${server.address}/healthz`);
  await storeTokens(page, tokens);
  await page.close();
  await browser.close();
}

interface Report {
  categories: Record<'performance' | 'accessibility', { score: number }>;
  audits: Record<string, { numericValue: number; details: { items: Resource[] } }>;
}

interface Resource {
  resourceType: string;
  transferSize: number;
}

function figures({ categories, audits }: Report): Figures {
  const weight = (type: string) => {
    const all = audits['network-requests']?.details.items ?? [];
    const bytes = all
      .filter((r) => r.resourceType === type)
      .reduce((sum, r) => sum + r.transferSize, 0);
    return Math.round(bytes / 100) / 10;
  };
  const milliseconds = (audit: string) => Math.round(audits[audit]?.numericValue ?? Number.NaN);
  return {
    performance: Math.round(categories.performance.score * 100),
    accessibility: Math.round(categories.accessibility.score * 100),
    fcp: milliseconds('first-contentful-paint'),
    lcp: milliseconds('largest-contentful-paint'),
    scripts: weight('Script'),
    styles: weight('Stylesheet'),
  };
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await isUp(url)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the browser did not start');
}
