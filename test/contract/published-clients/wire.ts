import {
  createHttpHeaders,
  type HttpClient,
  type PipelineRequest,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';
import { systemClock } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import type { Namespace } from '../../../sandbox/cloud/operation.ts';
import { createVendorSandbox, type VendorSandbox } from '../../../sandbox/cloud/vendor-sandbox.ts';

/** The address that the published clients are made for; everything to it arrives at the sandbox. */
export const CLOUD = 'https://management.azure.com';

/** What `GET /__sandbox/info` says, as far as the tests need it; ids in the clients' namespace. */
export interface Info {
  readonly subscriptionId: string;
  readonly resourceGroup: string;
  readonly resource: string;
  readonly principals: readonly string[];
  readonly roles: Readonly<Record<'plain' | 'justification' | 'ticket', string>>;
  readonly billingAccount: string;
  readonly invoice: string;
  readonly billingScope: string;
  readonly location: string;
  readonly sensitiveEvent: string;
  readonly translatorKey: string;
}

/** A running sandbox, with what a published client needs to reach it. */
export interface Wired {
  readonly sandbox: VendorSandbox;
  readonly info: Info;
  /** Options for every client: its way to the sandbox. */
  readonly options: { readonly endpoint: string; readonly httpClient: HttpClient; readonly retryOptions: Retries };
  /** Signs in at the sandbox with client credentials, as the service principal. */
  readonly credential: Credential;
  /** Bodies of the answers so far, oldest first. */
  readonly answers: unknown[];
}

interface Retries {
  readonly maxRetries: number;
  readonly retryDelayInMs: number;
}

interface Credential {
  getToken(scopes: string | string[]): Promise<{ token: string; expiresOnTimestamp: number }>;
}

/** A long-running operation lasts so long: shorter than the clients' first look. */
const LONG_MS = 300;

/**
 * Starts a sandbox. Published clients know one namespace: with another one its names are put in their place on the way,
 * in both directions, and nothing else is changed.
 */
export const startWired = async (namespace: Namespace): Promise<Wired> => {
  const sandbox = await createVendorSandbox({
    port: 0,
    namespace,
    store: 'sqlite::memory:',
    clock: systemClock,
    ids: randomIds,
    log: silentLog,
    anyPrincipal: false,
    listLagMs: 0,
    longMs: LONG_MS,
  });
  await sandbox.start();
  const names = namesOf(namespace, sandbox.url);
  const answers: unknown[] = [];
  const read = async (response: Response): Promise<string> => {
    const text = names.published(await response.text());
    answers.push(text === '' ? undefined : JSON.parse(text));
    return text;
  };
  const info = JSON.parse(names.published(await (await fetch(`${sandbox.url}/__sandbox/info`)).text())) as Info;
  const sendRequest = async (request: PipelineRequest): Promise<PipelineResponse> => {
    const sent = await fetch(names.sandbox(request.url), {
      method: request.method,
      headers: names.headers(request.headers.toJSON(), names.sandbox),
      redirect: 'manual',
      ...(typeof request.body === 'string' ? { body: names.sandbox(request.body) } : {}),
    });
    const headers = createHttpHeaders(names.headers(Object.fromEntries(sent.headers), names.published));
    return { request, status: sent.status, headers, bodyAsText: await read(sent) };
  };
  return {
    sandbox,
    info,
    answers,
    options: { endpoint: CLOUD, httpClient: { sendRequest }, retryOptions: { maxRetries: 2, retryDelayInMs: 1 } },
    credential: { getToken: (scopes) => signIn(sandbox, [scopes].flat().join(' ')) },
  };
};

const namesOf = (namespace: Namespace, url: string) => {
  const pairs: readonly (readonly [published: string, sandbox: string])[] = [
    [CLOUD, url],
    ...(namespace === 'Microsoft' ? [] : vendorNames),
  ];
  const sandbox = (text: string): string => pairs.reduce((all, [one, other]) => all.replaceAll(one, other), text);
  const published = (text: string): string => pairs.reduce((all, [one, other]) => all.replaceAll(other, one), text);
  return {
    sandbox,
    published,
    headers: (headers: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [change(name), change(value)])),
  };
};

/** Every name that the profile changes (docs/sources.md, The two sets of names). */
const vendorNames = [
  ['Microsoft.', 'Vendor.'],
  ['x-ms-', 'x-vendor-'],
  ['enableMicrosoftSupport', 'enableVendorSupport'],
  ['AzureFreeCredit', 'VendorFreeCredit'],
  ['AzureCreditOffer', 'VendorCreditOffer'],
  ['mstrans:', 'vendortrans:'],
] as const;

const signIn = async ({ tokenUrl, client }: VendorSandbox, scope: string) => {
  const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret, scope };
  const answer = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in: number };
  return { token: access_token, expiresOnTimestamp: Date.now() + expires_in * 1_000 };
};
