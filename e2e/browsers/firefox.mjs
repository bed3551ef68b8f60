#!/usr/bin/env node
// Starts Firefox for Playwright with a sound device that plays to nobody: without any, Firefox fails to play media. And
// relays their WebDriver BiDi messages. An extended support release does not know the command by which every page gets
// its colour scheme; the relay answers it, and the page keeps Firefox's own.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const UNKNOWN = 'emulation.setMediaFeaturesOverride';

const folder = mkdtempSync(join(tmpdir(), 'unmask-sound-'));
const socket = join(folder, 'socket');
const modules = [
  'module-null-sink',
  `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
];
const sound = spawn(
  'pulseaudio',
  ['-n', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1'].concat(
    modules.map((module) => `--load=${module}`),
  ),
  { stdio: 'ignore', env: { ...process.env, PULSE_RUNTIME_PATH: folder } },
);
const firefox = spawn(process.env.FIREFOX ?? '/usr/bin/firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
  env: { ...process.env, PULSE_SERVER: `unix:${socket}` },
});
for (const started of [sound, firefox]) {
  started.on('error', ({ message }) => {
    console.error(`${message}. \`make browsers\` installs what is missing.`);
    process.exit(1);
  });
}
firefox.on('exit', (code) => {
  sound.kill();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code ?? 1);
});
process.on('SIGTERM', () => firefox.kill());

createInterface({ input: firefox.stderr }).on('line', (line) => {
  const [, said, address] = line.match(/^(WebDriver BiDi listening on) (ws:.*)$/) ?? [];
  if (!said) console.error(line);
  else relay(address, (port) => console.error(`${said} ws://127.0.0.1:${port}`));
});

function relay(address, listening) {
  const relayed = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  relayed.on('listening', () => listening(relayed.address().port));
  relayed.on('connection', (playwright, { url }) => {
    const browser = new WebSocket(`${address}${url}`);
    const early = [];
    playwright.on('message', (data) => {
      const text = data.toString();
      const { id, method } = JSON.parse(text);
      if (method === UNKNOWN) playwright.send(JSON.stringify({ type: 'success', id, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(text);
      else early.push(text);
    });
    browser.on('open', () => {
      for (const text of early) browser.send(text);
    });
    browser.on('message', (data) => playwright.send(data.toString()));
    browser.on('close', () => playwright.close());
    playwright.on('close', () => browser.close());
  });
}
