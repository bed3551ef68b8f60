import type { PasskeyOptions, Tokens } from '@/api/schema';
import { api } from '@/lib/api-client';

/** The person closed the browser's dialog, or let its time run out. */
export class WasCancelled extends Error {}

/** This device has a passkey for the account already. */
export class IsKnown extends Error {}

// Converts between bytes and text, and knows how browsers differ. Loaded when it is needed.
const library = () => import('@simplewebauthn/browser');

/** Asks the browser for a passkey of this person, and signs in with it. */
export async function signInWithPasskey(): Promise<Tokens> {
  const { attempt, options } = await api.post('/api/installation/passkey/options', { open: true });
  const { startAuthentication } = await library();
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const credential = await asked(() =>
    startAuthentication({ optionsJSON: options as unknown as Options }),
  );
  return api.post('/api/installation/passkey', {
    body: { attempt, credential: { ...credential } },
    open: true,
  });
}

/** Asks the browser to create a passkey. */
export async function createPasskey({ attempt, options }: PasskeyOptions) {
  const { startRegistration } = await library();
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  const credential = await asked(() =>
    startRegistration({ optionsJSON: options as unknown as Options }),
  );
  return { attempt, credential: { ...credential } };
}

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') throw new WasCancelled();
    if (name === 'InvalidStateError') throw new IsKnown();
    throw error;
  }
}
