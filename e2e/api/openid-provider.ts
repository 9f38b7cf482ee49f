// A real OpenID provider on this machine with selectable accounts, for tests of social sign-in.
import { createServer } from 'node:http';
import Provider, { type Configuration, type Interaction } from 'oidc-provider';

export interface OpenIdAccount {
  /** The account's id at this provider. */
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  phone_number?: string;
  phone_number_verified?: boolean;
}

export interface OpenIdProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

export interface OpenIdProviderOptions {
  /** A free port by default. */
  port?: number;
  /** The selectable accounts, read at each sign-in, so that a test can change the array. */
  accounts: readonly OpenIdAccount[];
  /** Allowed redirect URIs of the client. */
  redirectUris: readonly string[];
}

const clientId = 'kerb';
const clientSecret = 'the-secret-of-the-local-provider';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Returns the HTML of the sign-in page: a button for each account, and one that denies the sign-in. */
const page = (uid: string, accounts: readonly OpenIdAccount[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Local sign-in</title><h1>Who are you?</h1>
${accounts
  .map(
    ({ sub, email }) => `<form method="post" action="/interaction/${uid}">
<input type="hidden" name="account" value="${escapeHtml(sub)}">
<button>Continue as ${escapeHtml(email ?? sub)}</button></form>`,
  )
  .join('\n')}
<form method="post" action="/interaction/${uid}"><button>Refuse</button></form></html>`;

function configure({ accounts, redirectUris }: OpenIdProviderOptions): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      phone: ['phone_number', 'phone_number_verified'],
      profile: ['given_name', 'family_name'],
    },
    // Includes the claims in the ID token, as Google does.
    conformIdTokenClaims: false,
    cookies: { keys: ['of the local provider'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }: Interaction) => `/interaction/${uid}` },
    findAccount: (_, sub) => {
      const account = accounts.find((one) => one.sub === sub);
      return account && { accountId: sub, claims: () => ({ ...account }) };
    },
    /** Skips the consent page: choosing an account counts as consent. */
    async loadExistingGrant({ oidc }) {
      const { client, session, provider } = oidc;
      const grant = new provider.Grant({
        ...(client ? { clientId: client.clientId } : {}),
        ...(session?.accountId ? { accountId: session.accountId } : {}),
      });
      grant.addOIDCScope('openid email profile phone');
      await grant.save();
      return grant;
    },
  };
}

/**
 * Starts the provider; resolves when it listens. Each sign-in shows a page with a button `Continue as <e-mail or sub>`
 * for each account, and `Refuse`.
 */
export async function startOpenIdProvider(options: OpenIdProviderOptions): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider has no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, configure(options));
  const handle = provider.callback();

  server.on('request', async (request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1];
    if (uid === undefined) return handle(request, response);
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page(uid, options.accounts));
      return;
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const accountId = new URLSearchParams(body).get('account');
    const result = accountId ? { login: { accountId, remember: false } } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  return {
    issuer,
    clientId,
    clientSecret,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
