import { createHash, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { listenLocally } from '../../../../test/support/local-server.ts';
import type { VendorSandbox } from '../../../cloud/vendor-sandbox.ts';
import { people, sandboxBot } from '../../../world.ts';

/** What the last page says to Teams: `notifySuccess`, `notifyFailure`, or nothing. */
export type Ending = 'success' | 'failure' | 'silent';

export interface SignInPages {
  readonly startUrl: string;
  /** How the next sign-in ends. */
  endWith(ending: Ending): void;
  /** The claims of the last ID token. */
  readonly claims: Readonly<Record<string, unknown>> | undefined;
  close(): Promise<void>;
}

/** The messages that TeamsJS 2 sends from a page in a pop-up: `initialize`, and after its answer the result. */
const script = (ending: Ending, state: string): string => `
  addEventListener('message', ({ source, data }) => {
    if (source !== opener || data.id !== 1 || data.uuidAsString !== 'uuid-1') return;
    const [context, client, runtime] = data.args;
    document.title = [context, client, JSON.parse(runtime).apiVersion].join(' ');
    if ('${ending}' === 'silent') return;
    const func = 'authentication.authenticate.${ending}';
    opener.postMessage({ id: 2, uuidAsString: 'uuid-2', func, args: [${JSON.stringify(state)}] }, '*');
    setTimeout(() => close(), 200);
  });
  opener.postMessage({ id: 1, uuidAsString: 'uuid-1', func: 'initialize', args: ['2.58.0', 4, []] }, '*');`;

/** The sign-in routes of a bot, as far as the client needs them: they lead to the directory and redeem its code. */
export const createSignInPages = async (vendor: () => VendorSandbox): Promise<SignInPages> => {
  const verifier = randomBytes(32).toString('base64url');
  let ending: Ending = 'success';
  let claims: SignInPages['claims'];
  const callback = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/sign-in/callback`;

  const redeem = async (code: string): Promise<void> => {
    const form = {
      grant_type: 'authorization_code',
      client_id: sandboxBot.appId,
      client_secret: sandboxBot.appPassword,
      redirect_uri: callback(),
      code_verifier: verifier,
      code,
    };
    const answer = await fetch(vendor().tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
    claims = decodeJwt(((await answer.json()) as { id_token: string }).id_token);
  };

  const start = (response: ServerResponse): void => {
    const parameters = new URLSearchParams({
      client_id: sandboxBot.appId,
      response_type: 'code',
      redirect_uri: callback(),
      scope: 'openid profile',
      prompt: 'login',
      login_hint: people.bo.email,
      claims: JSON.stringify({ id_token: { acrs: { essential: true, value: 'c1' } } }),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    // Not chained: restify, loaded by another test of this process, has writeHead return nothing.
    response.writeHead(302, { location: `${vendor().signInUrl}?${parameters}` });
    response.end();
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', callback());
    if (url.pathname === '/sign-in/start') return start(response);
    const code = url.searchParams.get('code');
    if (code !== null) await redeem(code);
    const said = script(code === null ? 'failure' : ending, 'row-1.code');
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Signed in</title><p>Signed in.</p><script>${said}</script>`);
  });
  const { url: origin, close } = await listenLocally(server);
  return {
    startUrl: `${origin}/sign-in/start`,
    endWith: (next) => {
      ending = next;
    },
    get claims() {
      return claims;
    },
    close,
  };
};
