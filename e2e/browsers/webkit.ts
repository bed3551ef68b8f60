import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { freePort, isUp } from '../src/server.ts';

const MINI_BROWSER =
  process.env.MINI_BROWSER ?? `/usr/lib/${multiarch()}/webkit2gtk-4.1/MiniBrowser`;

/** GTK's settings. The toolbar would make the window wider than a phone. No animations: `prefers-reduced-motion`. */
const SETTINGS = {
  'gtk.css': '* { min-width: 0; min-height: 0; margin: 0; border: 0; padding: 0; font-size: 1px; }',
  'settings.ini': '[Settings]\ngtk-enable-animations=0\n',
};

/**
 * Debian's WebKitGTK on a screen that nobody sees. It has only the classic WebDriver protocol, which Playwright does not
 * speak; selenium-webdriver is the reference client of that protocol.
 */
export class WebKit {
  readonly #folder = mkdtempSync(join(tmpdir(), 'unmask-webkit-'));
  readonly #started: ChildProcess[] = [];
  #address = '';

  static async start(): Promise<WebKit> {
    const webkit = new WebKit();
    const screen = webkit.#start('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24']);
    const display = `:${await firstLine(screen)}`;
    const settings = join(webkit.#folder, 'gtk-3.0');
    mkdirSync(settings);
    for (const [name, text] of Object.entries(SETTINGS)) writeFileSync(join(settings, name), text);
    const port = await freePort();
    webkit.#address = `http://127.0.0.1:${port}`;
    webkit.#start('WebKitWebDriver', [`--port=${port}`], {
      PATH: process.env.PATH,
      HOME: webkit.#folder,
      XDG_CONFIG_HOME: webkit.#folder,
      DISPLAY: display,
    });
    while (!(await isUp(`${webkit.#address}/status`))) await pause(50);
    return webkit;
  }

  /** A new browser without data, whose page has this size. */
  async open(width: number, height: number): Promise<WebDriver> {
    const driver = await new Builder()
      .usingServer(this.#address)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': {
          binary: MINI_BROWSER,
          args: ['--automation', '--time-zone=UTC'],
        },
      })
      .build();
    const window = driver.manage().window();
    await window.setRect({ width, height });
    const inner = await driver.executeScript<number>(() => innerHeight);
    await window.setRect({ width, height: height + height - inner });
    return driver;
  }

  stop(): void {
    for (const process of this.#started.reverse()) process.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(program: string, parameters: string[], env: NodeJS.ProcessEnv = process.env) {
    const started = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'ignore'], env });
    started.on('error', ({ message }) => {
      throw new Error(`${message}. \`make browsers\` installs what is missing.`);
    });
    this.#started.push(started);
    return started.stdout;
  }
}

function multiarch(): string {
  return `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
}

function firstLine(stream: Readable): Promise<string> {
  return new Promise((done) => stream.once('data', (data) => done(String(data).trim())));
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
