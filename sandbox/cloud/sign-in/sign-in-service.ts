import type { IncomingMessage, ServerResponse } from 'node:http';
import { tenantId } from '../../world.ts';
import type { World } from '../operation.ts';
import type { ControlRoute } from '../web/exchange.ts';
import { onLoopback } from '../web/exchange.ts';
import { createAuthorize, LOGIN_PATH } from './authorize.ts';
import { singleSignOnRoutes } from './claims.ts';
import { createCodeGrant, createCodes } from './codes.ts';
import { createImplicitFlow } from './implicit-flow.ts';
import { createPublisher, createSigning } from './signing.ts';
import { createTokenEndpoint, TOKEN_ADDRESS, type Tokens } from './tokens.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export const SIGN_IN_PATH = `/${tenantId}/oauth2/v2.0/authorize`;

interface SignInService {
  /** What answers at a path; undefined for a path of no address of this service. */
  handlerOf(path: string): Handler | undefined;
  readonly controlRoutes: Readonly<Record<string, ControlRoute>>;
}

/** The tenant's directory as a sign-in service: tokens for programs, and pages where people sign in for a program. */
export const createSignInService = (deps: {
  readonly world: World;
  readonly tokens: Tokens;
  /** Aborted when the sandbox stops. */
  readonly ended: AbortSignal;
  /** Base address of the sandbox. */
  readonly url: () => string;
}): SignInService => {
  const { world, tokens, ended, url } = deps;
  const issuer = (): string => `${url()}/${tenantId}/v2.0`;
  const [signing, codes] = [createSigning(world), createCodes(world)];
  const codeGrant = createCodeGrant({ codes, tokens, signing, world, issuer });
  const token = onLoopback(createTokenEndpoint(tokens, codeGrant, world, ended));
  const authorize = createAuthorize({ world, codes, signing, ended });
  const implicit = createImplicitFlow(tokens);
  const handlers: Readonly<Record<string, Handler>> = {
    [SIGN_IN_PATH]: (request, response) => (asksForCode(request) ? authorize : implicit)(request, response),
    [LOGIN_PATH]: authorize,
    ...createPublisher({ world, signing, issuer, url, ended }),
  };
  return {
    handlerOf: (path) => (TOKEN_ADDRESS.test(path) ? token : handlers[path]),
    controlRoutes: singleSignOnRoutes({ world, signing, issuer }),
  };
};

const asksForCode = ({ url = '' }: IncomingMessage): boolean =>
  new URLSearchParams(url.split('?', 2)[1] ?? '').get('response_type') === 'code';
