import type { Server as HttpServer } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** People of the university, by the name with which they sign in there. */
const PEOPLE: Record<string, { email: string; groups: string[] }> = {
  anna: { email: 'anna@example.org', groups: ['lab'] },
  stranger: { email: 'stranger@example.org', groups: ['cooks'] },
};

/**
 * The provider of single sign-on: the certified implementation of OpenID Connect by Filip Skokan, with its own pages
 * for signing in and agreeing.
 */
export class SingleSignOn {
  readonly #http: HttpServer;
  readonly issuer: string;

  private constructor(http: HttpServer) {
    this.#http = http;
    this.issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  }

  /** Listens; people can sign in once the server under test is registered. */
  static async start(): Promise<SingleSignOn> {
    const http = createServer();
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    return new SingleSignOn(http);
  }

  /** Registers a server under test, by its address. */
  register(address: string): void {
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'unmask',
          client_secret: 'sesame',
          redirect_uris: [`${address}/console/sso`],
        },
      ],
      // Sent by the userinfo endpoint, as most providers do.
      claims: {
        profile: ['preferred_username', 'given_name', 'groups'],
        email: ['email', 'email_verified'],
      },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          preferred_username: id,
          given_name: 'Anna',
          email_verified: true,
          ...PEOPLE[id],
        }),
      }),
      pkce: { required: () => true },
      cookies: { keys: ['only for tests'] },
      ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
    });
    this.#http.on('request', provider.callback());
  }

  /** The settings of a server at this address. */
  settings(address: string): Record<string, string> {
    return {
      UNMASK_PUBLIC_URL: address,
      UNMASK_SSO_ISSUER: this.issuer,
      UNMASK_SSO_CLIENT_ID: 'unmask',
      UNMASK_SSO_CLIENT_SECRET: 'sesame',
      UNMASK_SSO_NAME: 'University of Example',
      UNMASK_SSO_ROLES: 'lab = analyst; leads = owner',
    };
  }

  close(): void {
    this.#http.closeAllConnections();
    this.#http.close();
  }
}
