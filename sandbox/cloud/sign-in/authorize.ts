import type { IncomingMessage, ServerResponse } from 'node:http';
import { DAY, HOUR } from '../../../src/platform/lib/clock.ts';
import { cookieIn } from '../../../src/platform/lib/html.ts';
import { tenantId } from '../../world.ts';
import { DROPPED, throughWireFaults } from '../faults/wire.ts';
import { Refusal, type World } from '../operation.ts';
import { drop, queryOf, readForm } from '../web/exchange.ts';
import { type AuthorizationRequest, readReply, readRequest } from './authorization-request.ts';
import type { Codes } from './codes.ts';
import { advance, begin, type Interaction, type Next, type Session } from './interaction.ts';
import { interactionPage } from './pages/interaction-page.ts';
import { signInHeaders, troublePage } from './pages/layout.ts';
import { type SignInError, SignInRefusal, signInBusy, signInError, signInRefusalOf } from './refusals.ts';
import type { Signing } from './signing.ts';

export const LOGIN_PATH = `/${tenantId}/login`;

interface Deps {
  readonly world: World;
  readonly codes: Codes;
  readonly signing: Signing;
  /** Aborted when the sandbox stops. */
  readonly ended: AbortSignal;
}

interface Reply {
  readonly status: number;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const COOKIE = 'sandbox-session';
const INTERACTION_LIFE = HOUR;

/**
 * The code flow's pages (OpenID Connect Core, 3.1.2): the program's request opens them at the authorize address, and each answer
 * of the person goes to the login address. An address that the registration does not allow gets no redirect.
 */
export const createAuthorize = ({ world, codes, signing, ended }: Deps) => {
  const now = (): number => world.clock.callers.now();

  const sessionOf = async ({ headers }: IncomingMessage): Promise<Session | undefined> => {
    return (await signing.open('session', cookieIn(headers.cookie, COOKIE) ?? '')) as Session | undefined;
  };

  const cookieOf = async (session: Session): Promise<string> =>
    `${COOKIE}=${await signing.seal('session', { ...session }, DAY)}; Path=/${tenantId}; HttpOnly; SameSite=Lax`;

  const pageOf = async (interaction: Interaction, session: Session | undefined): Promise<Reply> => {
    const sealed = await signing.seal('interaction', { interaction }, INTERACTION_LIFE);
    return { status: 200, html: interactionPage(interaction, { session, sealed, action: LOGIN_PATH, now: now() }) };
  };

  const back = (
    { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
    values: Readonly<Record<string, string>>,
  ): Reply => {
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...values, ...(state === undefined ? {} : { state }) }))
      url.searchParams.set(name, value);
    return { status: 302, headers: { location: url.href } };
  };

  const refused = (
    request: IncomingMessage,
    to: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
    refusal: SignInRefusal,
  ): Reply => {
    const { error, error_description, error_uri } = signInError(refusal, request, world);
    const subcode = refusal.number === '65004' ? { error_subcode: 'cancel' } : {};
    return back(to, { error, ...subcode, error_description, error_uri });
  };

  const replyTo = async (
    request: IncomingMessage,
    asked: AuthorizationRequest,
    next: Next,
    session: Session | undefined,
  ): Promise<Reply> => {
    if (next === 'cancelled') return refused(request, asked, new SignInRefusal('65004'));
    if ('page' in next) return pageOf(next.page, session);
    const code = await codes.issue({ request: asked, ...next.signedIn });
    const reply = back(asked, { code, session_state: world.ids.guid() });
    return { ...reply, headers: { ...reply.headers, 'set-cookie': await cookieOf(next.signedIn) } };
  };

  /** The program's request. */
  const opened = async (request: IncomingMessage): Promise<Reply> => {
    const form = queryOf(request);
    const { reply } = readReply(form);
    const session = await sessionOf(request);
    try {
      const asked = readRequest(form);
      const next = begin(asked, session);
      if (asked.prompt !== 'none' || (next !== 'cancelled' && 'signedIn' in next))
        return await replyTo(request, asked, next, session);
      throw new SignInRefusal(session ? '50076' : '50058');
    } catch (error) {
      if (!(error instanceof SignInRefusal)) throw error;
      return refused(request, { redirectUri: reply, state: form.get('state') ?? undefined }, error);
    }
  };

  /** A person's answer to a page. */
  const answered = async (request: IncomingMessage): Promise<Reply> => {
    const form = await readForm(request);
    const sealed = await signing.open('interaction', form.get('ctx') ?? '');
    if (!sealed) throw new SignInRefusal('90023', 'this page is too old, or was made by somebody else');
    const interaction = sealed['interaction'] as Interaction;
    const session = await sessionOf(request);
    return replyTo(request, interaction.request, advance(interaction, form, { session, now: now() }), session);
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const answer = await throughWireFaults(world, { operation: 'authorize', ended, busy: signInBusy }, () =>
        isLogin(request) ? answered(request) : opened(request),
      );
      if (answer === DROPPED) return drop(response);
      send(response, answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const refusal = error instanceof SignInRefusal ? error : signInRefusalOf(error.code, '');
      const told: SignInError | undefined = refusal && signInError(refusal, request, world);
      send(response, { status: error.status, headers: error.headers, html: troublePage(error, told) });
    }
  };
};

const isLogin = ({ url = '' }: IncomingMessage): boolean => url.split('?')[0] === LOGIN_PATH;

const send = (response: ServerResponse, { status, html, headers }: Reply): void => {
  response.writeHead(status, {
    ...signInHeaders,
    ...headers,
    ...(html === undefined ? {} : { 'content-type': 'text/html; charset=utf-8' }),
  });
  response.end(html);
};
