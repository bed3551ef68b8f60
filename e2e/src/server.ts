import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  address,
  type Method,
  type OptionalIfEmpty,
  type Parameters,
  type Path,
  type Reply,
  type Values,
} from '../../web/src/api/calls.ts';
import type { Session } from '../../web/src/api/schema.d.ts';

const repository = resolve(import.meta.dirname, '../..');

export const binary = process.env.UNMASK_BINARY ?? join(repository, 'target/release/unmask');

export const bundles = {
  example: join(repository, 'studies/original-or-altered'),
  small: join(repository, 'studies/_fixtures/small'),
};

/** Studies of `studies/_fixtures` that have their own files in the place of some of the small study, as one folder. */
export function overlaid(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'unmask-e2e-study-'));
  cpSync(bundles.small, folder, { recursive: true });
  for (const name of names) {
    cpSync(join(repository, 'studies/_fixtures', name), folder, { recursive: true });
  }
  return folder;
}

/** A published design (docs/DESIGNS.md), without the questionnaires and trainings of the small study. */
export function design(name: string): string {
  const folder = overlaid();
  rmSync(join(folder, 'questionnaires'), { recursive: true });
  for (const place of [folder, join(folder, 'pages')]) {
    for (const file of readdirSync(place).filter((one) => one.includes('flow'))) {
      rmSync(join(place, file));
    }
  }
  cpSync(join(repository, 'studies/_fixtures/designs', name), folder, { recursive: true });
  return folder;
}

/** Gives a study the title by which the tests know the landing page. */
export function titled(folder: string): string {
  const file = join(folder, 'study.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/^title: .*/m, 'title: Original or Altered?'));
  return folder;
}

/** The program with its own data folder. */
export class Server {
  readonly folder = mkdtempSync(join(tmpdir(), 'unmask-e2e-'));
  readonly log = join(this.folder, 'server.log');
  #process: ChildProcess | undefined;
  readonly address: string;
  readonly #settings: Record<string, string>;

  private constructor(address: string, settings: Record<string, string>) {
    this.address = address;
    this.#settings = settings;
  }

  static async start(
    bundle: string = bundles.example,
    settings: Record<string, string> = {},
    port?: number,
  ): Promise<Server> {
    const listen = `127.0.0.1:${port ?? (await freePort())}`;
    const server = new Server(`http://${listen}`, {
      UNMASK_STUDY: bundle,
      UNMASK_LISTEN: listen,
      UNMASK_ADMIN_PASSWORD: adminPassword,
      ...settings,
    });
    await server.up();
    return server;
  }

  /** Starts the process (again) on the same folder and waits until it is ready. */
  async up(): Promise<void> {
    const log = openSync(this.log, 'a');
    this.#process = spawn(binary, ['serve'], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, ...this.#settings },
      stdio: ['ignore', log, log],
    });
    for (let i = 0; i < 1200; i++) {
      if (this.#process.exitCode !== null)
        throw new Error(`the server ended: ${readFileSync(this.log, 'utf8')}`);
      if (await isUp(`${this.address}/readyz`)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`the server is not ready: ${readFileSync(this.log, 'utf8')}`);
  }

  /** Stops the process; the folder stays. */
  async down(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((done) => running.once('exit', done));
    running.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.down();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs a command of the program on the server's own folder and settings while it runs. */
  run(...command: string[]): Promise<string> {
    return new Promise((done, fail) => {
      const options = {
        cwd: this.folder,
        env: { PATH: process.env.PATH, HOME: this.folder, ...this.#settings },
      };
      execFile(binary, command, options, (error, out, stderr) =>
        error ? fail(new Error(`${command.join(' ')}: ${out}${stderr}`)) : done(out),
      );
    });
  }

  /** Changes the server's database directly, to save waiting time. */
  change(sql: string): void {
    const database = join(this.folder, 'data/unmask.db');
    execFileSync('sqlite3', ['-cmd', '.timeout 10000', database, sql]);
  }

  /** Rows of one of the server's databases, read while it runs. */
  rows<Row = Record<string, unknown>>(sql: string, database = 'unmask'): Row[] {
    const file = join(this.folder, `data/${database}.db`);
    const options = ['-readonly', '-json', '-cmd', '.timeout 10000'];
    const out = execFileSync('sqlite3', [...options, file, sql], { encoding: 'utf8' });
    return out.trim() === '' ? [] : (JSON.parse(out) as Row[]);
  }

  /** Makes a call of the API without a token, which must succeed. */
  readonly call: Call = (method, path, ...[input]) => this.#request(null, method, path, input);

  /** Makes calls of the API with a token, which must succeed. */
  as(token: string | null): Call {
    return (method, path, ...[input]) => this.#request(token, method, path, input);
  }

  async #request(token: string | null, method: Method, path: string, input: unknown) {
    const { path: values, query, body } = (input ?? {}) as Untyped;
    const url = address(path, values, query);
    const reply = await fetch(`${this.address}${url}`, {
      method: method.toUpperCase(),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${url}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  }

  /** Signs in; as the administrator if no account is given. */
  signIn(username = adminName, password = adminPassword): Promise<Session> {
    return this.call('post', '/api/auth/login', { body: { username, password } });
  }
}

type Untyped = { path?: Values; query?: Values; body?: unknown };

/** A call of the API: the path determines the types of parameters, body and reply. */
export type Call = <M extends Method, P extends Path<M>>(
  method: M,
  path: P,
  ...input: OptionalIfEmpty<Parameters<P, M>>
) => Promise<Reply<P, M>>;

/** The ID of an account's participant, as an expression of SQL. */
export function participantOf(username: string): string {
  return `(select participant from link join account on account.id = link.account
     where username = '${username}')`;
}

/** Whether something answers at this address with success. */
export function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

export const adminName = 'admin@example.org';
export const adminPassword = 'four blue herons over the estuary';

/** Expires every access token of the server. */
export function expireAll(server: Server): void {
  server.change('update session set access_until = 1');
}

export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
