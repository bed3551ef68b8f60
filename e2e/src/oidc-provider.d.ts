/** What these tests use of it: https://github.com/panva/node-oidc-provider/blob/v9.x/docs/README.md */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  type Account = { accountId: string; claims: () => Record<string, unknown> };

  export default class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
        claims: Record<string, string[]>;
        findAccount: (context: unknown, id: string) => Account;
        pkce: { required: () => boolean };
        cookies: { keys: string[] };
        ttl: Record<string, number>;
      },
    );
    callback(): RequestListener;
  }
}
