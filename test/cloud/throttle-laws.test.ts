import { listInvoiceTransactions } from '#cloud/operations/billing.ts';
import { getContainerGroup } from '#cloud/operations/container-groups.ts';
import { createEligibilityRequest, listEligibilitySchedules } from '#cloud/operations/role-eligibility.ts';
import { getSubscriptionAlias } from '#cloud/operations/subscriptions.ts';
import { openUpstream, type Scripted, type Upstream } from '../../proof/upstream/upstream.ts';
import { fc } from '../support/fast-check.ts';

const HISTORIES = 400;

const [A, B] = ['0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01', '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d02'];
const guid = '00000000-0000-4000-8000-000000000001';
const at = (subscriptionId: string) => ({ kind: 'subscription', subscriptionId }) as const;
const group = (subscriptionId: string) => ({ subscriptionId, resourceGroupName: 'g', containerGroupName: 'c' });

type Client = Upstream['client']['Microsoft'];
/** What is called, and what the service counts it as. */
interface Kind {
  readonly operation: string;
  readonly provider: string;
  /** A subscription, or the tenant. */
  readonly place: string;
  readonly counted: 'reads' | 'writes';
  readonly urgent?: true;
  call(client: Client): Promise<unknown>;
}

const containerGroup = (place: string): Kind => ({
  ...{ operation: 'container', provider: 'microsoft.containerinstance', place, counted: 'reads' },
  call: (client) => client.call(getContainerGroup, group(place)),
});
const schedules = (place: string): Kind => ({
  ...{ operation: 'schedules', provider: 'microsoft.authorization', place, counted: 'reads' },
  call: (client) =>
    client
      .list(listEligibilitySchedules, { scope: at(place) })
      [Symbol.asyncIterator]()
      .next(),
});
const kinds: readonly Kind[] = [
  containerGroup(A),
  containerGroup(B),
  schedules(A),
  schedules(B),
  {
    ...{ operation: 'grant', provider: 'microsoft.authorization', place: A, counted: 'writes', urgent: true },
    call: (client) =>
      client.call(createEligibilityRequest, {
        ...{ type: 'AdminAssign', name: guid, scope: at(A), principalId: guid, roleDefinitionId: guid, start: 0 },
        expiration: { type: 'NoExpiration' },
      }),
  },
  {
    ...{ operation: 'invoice', provider: 'microsoft.billing', place: 'tenant', counted: 'reads' },
    call: (client) =>
      client
        .list(listInvoiceTransactions, { billingAccount: '12345', invoice: 'G002548106' })
        [Symbol.asyncIterator]()
        .next(),
  },
  {
    ...{ operation: 'alias', provider: 'microsoft.subscription', place: 'tenant', counted: 'reads' },
    call: (client) => client.call(getSubscriptionAlias, { aliasName: 'a' }),
  },
];

const widths = ['operation', 'provider', 'gateway'] as const;
const forms = ['seconds', 'date', 'milliseconds', 'own header'] as const;
const kind = fc.constantFrom(...kinds);
const step = fc.oneof(
  fc.record({ is: fc.constant('call' as const), kind }),
  fc.record({ is: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    ...{
      is: fc.constant('throttle' as const),
      kind,
      width: fc.constantFrom(...widths),
      form: fc.constantFrom(...forms),
    },
    seconds: fc.integer({ min: 1, max: 90 }),
  }),
);

interface Throttle {
  readonly kind: Kind;
  readonly width: (typeof widths)[number];
  readonly form: (typeof forms)[number];
  readonly until: number;
  /** Until when a caller was asked to wait, which is rounded up. */
  told: number;
}

const covers = ({ kind: on, width }: Throttle, { operation, provider, place, counted }: Kind): boolean => {
  if (on.place !== place) return false;
  if (width === 'operation') return on.operation === operation;
  return width === 'provider' ? on.provider === provider : on.counted === counted;
};

/** The refusal in the service's words, and what it asks for, in milliseconds. */
const refusal = ({ kind: on, width, form, until }: Throttle, now: number): [Scripted, number] => {
  const seconds = Math.ceil((until - now) / 1_000);
  const date = Math.ceil(until / 1_000) * 1_000;
  const limit = width === 'provider' ? 'tenant' : 'entity';
  const headers: Record<string, string> =
    form === 'date'
      ? { 'retry-after': new Date(date).toUTCString() }
      : form === 'milliseconds'
        ? { 'x-ms-retry-after-ms': String(until - now) }
        : {
            [form === 'seconds' ? 'retry-after' : `x-ms-ratelimit-${on.provider}-entity-retry-after`]: String(seconds),
          };
  if (width === 'provider') headers[`x-ms-ratelimit-${on.provider}-${limit}-retry-after`] = '1';
  if (width === 'gateway')
    headers[`x-ms-ratelimit-remaining-${on.place === 'tenant' ? 'tenant' : 'subscription'}-${on.counted}`] = '0';
  const told = form === 'date' ? date + 999 - now : form === 'milliseconds' ? until - now : seconds * 1_000;
  return [{ status: 429, headers, body: '{}' }, Math.max(told, width === 'provider' ? 1_000 : 0)];
};

const REST_S = 7_200;

test(`over ${HISTORIES} histories of throttles, a call waits for what the service refuses it, and for nothing else`, async () => {
  const upstream = await openUpstream();
  const { clock, client } = upstream;
  const faults = async (
    steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[],
  ): Promise<string[]> => {
    clock.advance(REST_S * 1_000);
    const throttles: Throttle[] = [];
    const found: string[] = [];
    for (const now of steps) {
      if (now.is === 'pass') clock.advance(now.seconds * 1_000);
      if (now.is === 'throttle') throttles.push({ ...now, until: clock.now() + now.seconds * 1_000, told: 0 });
      if (now.is !== 'call') continue;
      const [start, { operation, urgent = false }] = [clock.now(), now.kind];
      const meant = throttles.filter((one) => covers(one, now.kind));
      const isTaken = meant.every(({ until, told }) => Math.max(until, told) <= start);
      /** Others were asked to wait for these; an urgent call keeps only to what it is asked itself. */
      let wait = urgent ? 0 : Math.max(0, ...meant.map(({ told }) => told));
      upstream.answerBy((_turn, arrived) => {
        if (arrived.at < wait) found.push(`${operation} was sent ${wait - arrived.at} ms too early`);
        const refusing = meant.find(({ until }) => until > arrived.at);
        if (!refusing) return { status: 404, body: '{"error":{"code":"NotFound"}}' };
        const [said, ms] = refusal(refusing, arrived.at);
        refusing.told = Math.max(refusing.told, arrived.at + ms);
        wait = refusing.told;
        return said;
      });
      await now.kind.call(client.Microsoft).catch(() => {});
      const first = upstream.arrived()[0]?.at ?? Number.POSITIVE_INFINITY;
      if ((isTaken || urgent) && first !== start) found.push(`${operation} waited ${first - start} ms for nothing`);
    }
    return found;
  };
  const history = fc.array(step, { minLength: 8, maxLength: 20 });
  const holds = fc.asyncProperty(history, async (steps) => expect(await faults(steps)).toEqual([]));
  await fc.assert(holds, { numRuns: HISTORIES }).finally(() => upstream.end());
});
