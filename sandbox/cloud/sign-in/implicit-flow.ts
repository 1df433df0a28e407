import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeHtml } from '../../../src/platform/lib/html.ts';
import { pageHeaders, pageOf } from '../../small-page.ts';
import { people } from '../../world.ts';
import { identities, signedIn } from '../identities.ts';
import { Refusal } from '../operation.ts';
import { isLoopback, queryOf, readForm } from '../web/exchange.ts';
import type { Tokens } from './tokens.ts';

/** The parameters of the documents' implicit flow (spec/1, Authentication; RFC 6749, 4.2.1). */
const PARAMETERS = ['client_id', 'response_type', 'redirect_uri', 'scope', 'state', 'response_mode'] as const;
type Parameters = Readonly<Partial<Record<(typeof PARAMETERS)[number], string>>>;

/**
 * The sign-in address: a page where a person of the demo data is chosen. It redirects to the program with a token of that
 * person, or with an error of the program's request. An address that is not allowed gets no redirect.
 */
export const createImplicitFlow =
  (tokens: Tokens) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const page = (status: number, html: string): void => {
      response.writeHead(status, { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' });
      response.end(html);
    };
    try {
      const form = request.method === 'POST' ? await readForm(request) : queryOf(request);
      const parameters = readParameters(form);
      const back = redirectOf(parameters);
      const answer = await answerTo(tokens, request, form, parameters);
      if (answer === undefined) return page(200, signInPage(parameters));
      const fragment = new URLSearchParams({
        ...answer,
        ...(parameters.state === undefined ? {} : { state: parameters.state }),
      });
      response.writeHead(303, { ...pageHeaders, location: `${back}#${fragment}` });
      response.end();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      page(error.status, problemPage(error.message));
    }
  };

/** The values of the fragment; undefined before a person is chosen. */
const answerTo = async (
  tokens: Tokens,
  request: IncomingMessage,
  form: URLSearchParams,
  parameters: Parameters,
): Promise<Readonly<Record<string, string>> | undefined> => {
  const wrong = wrongRequest(parameters);
  if (wrong || request.method !== 'POST') return wrong;
  if (form.has('cancel')) return { error: 'access_denied', error_description: 'The person did not sign in.' };
  const person = Object.values(people).find(({ key }) => key === form.get('person'));
  if (!person) throw new Refusal(400, 'invalid_request', 'Nobody of this name is here.');
  const { token, seconds } = await tokens.issue(signedIn(person));
  return { access_token: token, token_type: 'Bearer', expires_in: String(seconds), scope: parameters.scope ?? '' };
};

const readParameters = (form: URLSearchParams): Parameters =>
  Object.fromEntries(
    PARAMETERS.flatMap((name) => {
      const values = form.getAll(name);
      if (values.length > 1) throw new Refusal(400, 'invalid_request', `The parameter ${name} came more than once.`);
      return values.map((value) => [name, value]);
    }),
  );

/** The address to redirect to, on this machine only. @throws Refusal for any other address */
const redirectOf = ({ client_id: client, redirect_uri: redirect = '' }: Parameters): string => {
  if (!identities.some(({ clientId }) => clientId === client))
    throw new Refusal(400, 'unauthorized_client', 'The client_id belongs to no program that is known here.');
  const url = URL.parse(redirect);
  const plain = url && /^https?:$/.test(url.protocol) && url.username + url.password === '' && !redirect.includes('#');
  if (url && plain && isLoopback(url.href)) return url.href;
  throw new Refusal(400, 'invalid_request', 'The redirect_uri must be an address on this machine, without a fragment.');
};

/** The error of the program's own request (RFC 6749, 4.2.2.1). */
const wrongRequest = (parameters: Parameters): Readonly<Record<string, string>> | undefined => {
  const wrong = (error: string, description: string) => ({ error, error_description: description });
  if (parameters.response_type === undefined) return wrong('invalid_request', 'response_type is missing.');
  if (parameters.response_type !== 'token')
    return wrong('unsupported_response_type', 'Only response_type=token is taken.');
  if ((parameters.response_mode ?? 'fragment') !== 'fragment')
    return wrong('invalid_request', 'Only response_mode=fragment is taken.');
  if (!/^(https?:\/\/[^\s/]+\/)?user_impersonation$/.test(parameters.scope ?? ''))
    return wrong('invalid_scope', 'The scope must be user_impersonation.');
  return undefined;
};

/** One button for each person of the demo data; the program's parameters are hidden fields. */
const signInPage = (parameters: Parameters): string => {
  const hidden = Object.entries(parameters).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const buttons = Object.values(people).map(
    ({ key, name, title }) =>
      `<button name="person" value="${escapeHtml(key)}">${escapeHtml(name)}<br><small>${escapeHtml(title)}</small></button>`,
  );
  const { host } = new URL(parameters.redirect_uri ?? '');
  return pageOf(
    'Who are you?',
    `<p>A sandbox: nobody is asked for a password. The program at <b>${escapeHtml(host)}</b> will see what this person may see.</p>` +
      `<form method="post">${hidden.join('')}${buttons.join('')}<button name="cancel" value="yes">Nobody, go back</button></form>`,
  );
};

const problemPage = (problem: string): string =>
  pageOf(
    'This sign-in cannot go on',
    `<p>${escapeHtml(problem)}</p><p>The program that sent you here has to mend it.</p>`,
  );
