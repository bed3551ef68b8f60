import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const target = process.env.CARGO_TARGET_DIR ?? resolve(import.meta.dirname, '../../target');
const python = join(target, 'aiosmtpd/bin/python');

/** A message as an independent program reads it. */
export type Letter = {
  encrypted: boolean;
  to: string[];
  headers: Record<string, string>;
  kind: string;
  text: string;
  html: string;
  /** What is wrong with its form. */
  defects: string[];
};

/** The mail server of `mail-server.py`: it takes messages only over STARTTLS and after a sign-in. */
export class MailServer {
  readonly letters: Letter[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'unmask-e2e-mail-'));
  readonly #process;
  readonly #port: Promise<string>;

  constructor() {
    if (!existsSync(python)) throw new Error(`${python} is missing; run \`make tools\``);
    const [certificate, key] = [this.certificate, join(this.#folder, 'key.pem')];
    const files = ['-keyout', key, '-out', certificate];
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const names = [
      '-addext',
      'subjectAltName=DNS:localhost',
      '-addext',
      'basicConstraints=CA:FALSE',
    ];
    const options = ['-x509', '-days', '2', '-subj', '/CN=localhost', ...kind, ...names, ...files];
    execFileSync('openssl', ['req', ...options], { stdio: 'pipe' });
    const script = join(import.meta.dirname, 'mail-server.py');
    this.#process = spawn(python, [script, certificate, key, 'study', 'p@ss'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface(this.#process.stdout);
    this.#port = new Promise((listening) => {
      lines.once('line', (port) => {
        listening(port);
        lines.on('line', (line) => this.letters.push(JSON.parse(line) as Letter));
      });
    });
  }

  /** The certificate, which the server under test has to trust. */
  get certificate(): string {
    return join(this.#folder, 'certificate.pem');
  }

  /** The settings with which the server under test sends its e-mails here. */
  async settings(): Promise<Record<string, string>> {
    return {
      UNMASK_SMTP_URL: `smtp://study:p%40ss@localhost:${await this.#port}?tls=required`,
      UNMASK_PUBLIC_URL: 'https://study.example.org',
      SSL_CERT_FILE: this.certificate,
    };
  }

  close(): void {
    this.#process.stdin.end();
    rmSync(this.#folder, { recursive: true });
  }
}
