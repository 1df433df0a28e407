import { findRole, type RolePolicy } from '../../sandbox/cloud/story/roles.ts';
import { createVendorSandbox } from '../../sandbox/cloud/vendor-sandbox.ts';
import { cloud, people } from '../../sandbox/world.ts';
import { createVendorClient, type VendorClient } from '../../src/cloud/client.ts';
import { VendorError } from '../../src/cloud/errors/errors.ts';
import { failedRules } from '../../src/cloud/errors/refusal-codes.ts';
import { parseScope } from '../../src/cloud/request/path.ts';
import { draftOf } from '../../src/features/access/chat/request-form.ts';
import { grant } from '../../src/features/access/grant.ts';
import { limitsOf } from '../../src/features/access/limits.ts';
import { vendorChecks } from '../../src/features/access/preview/checks.ts';
import { createHttp } from '../../src/platform/http/http.ts';
import { clientSecret } from '../../src/platform/identity/credential.ts';
import { createTtlCache } from '../../src/platform/lib/cache.ts';
import { DAY, HOUR, SECOND } from '../../src/platform/lib/clock.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { silentLog } from '../../src/platform/lib/logger.ts';
import { loadTexts } from '../../src/platform/texts/texts.ts';
import { fc } from '../../test/support/fast-check.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { defineCheck } from '../lib/define-check.ts';

const words = loadTexts().for('en-GB', 'Europe/Berlin');
const PRODUCTION = `/subscriptions/${cloud.subscriptions.production.id}`;
const SCOPES = [PRODUCTION, `${PRODUCTION}/resourceGroups/${cloud.resourceGroups.ledger}`];
const ROLES = Object.values(cloud.roles).map(({ id }) => id);

interface Case {
  readonly role: string;
  readonly scope: string;
  readonly policy: Omit<RolePolicy, 'name'>;
  readonly answers: Readonly<Record<'duration' | 'start' | 'reason' | 'ticket', string>>;
}

const policies: fc.Arbitrary<Case['policy']> = fc.record({
  // Also around the durations that people ask for.
  maximumMs: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1, 7, 30)).map((days) => days * DAY),
  expirationRequired: fc.boolean(),
  justification: fc.boolean(),
  ticketing: fc.boolean(),
  mfa: fc.boolean(),
});

const durations = fc.oneof(
  fc.constantFrom('no end', '1 day', '7 days', '30 days', 'until Friday 17:00', '7 days 1 hour', 'P30D'),
  fc.integer({ min: 1, max: 45 }).map((days) => `${days} days`),
  fc.integer({ min: 1, max: 800 }).map((hours) => `${hours} hours`),
);

const anyCases: fc.Arbitrary<Case> = fc.record({
  role: fc.constantFrom(...ROLES),
  scope: fc.constantFrom(...SCOPES),
  policy: policies,
  answers: fc.record({
    duration: durations,
    start: fc.constantFrom('', '', 'tomorrow 09:00', 'in 3 days'),
    reason: fc.constantFrom('', '   ', '\u200b', 'I look', 'INC-7: the payouts are stuck'),
    ticket: fc.constantFrom('', '  ', '\u200b', 'INC-1042'),
  }),
});

/** A third of the cases ask for exactly the maximum. */
const cases: fc.Arbitrary<Case> = fc.tuple(anyCases, fc.nat({ max: 2 })).map(([one, third]) => {
  const longest = `${one.policy.maximumMs / DAY} days`;
  return third === 0 ? { ...one, answers: { ...one.answers, duration: longest } } : one;
});

/** The rules that a preview's lines say fail, by the names in them. */
const shownToFail = (checks: ReturnType<typeof vendorChecks>): readonly string[] =>
  checks.flatMap(({ outcome, text }) => (outcome === 'fails' ? [/\((\w+Rule)\)$/.exec(text)?.[1] ?? text] : []));

const openVendor = async () => {
  const clock = createManualClock();
  const sandbox = await createVendorSandbox({
    ...{ port: 0, namespace: 'Vendor', store: 'sqlite::memory:', clock, ids: randomIds, log: silentLog },
    ...{ anyPrincipal: false, listLagMs: 0, minimumActiveMs: 0 },
  });
  await sandbox.start();
  const http = createHttp({ clock, log: silentLog, wait: async (ms) => clock.advance(ms) });
  const client: VendorClient = createVendorClient({
    ...{ http, log: silentLog, clock, ids: randomIds },
    settings: {
      namespace: 'Vendor',
      management: {
        ...{ baseUrl: sandbox.url, tokenUrl: sandbox.tokenUrl },
        credential: clientSecret(sandbox.client.id, sandbox.client.secret),
      },
    },
  });
  return { clock, sandbox, client };
};

/** What the form shows before a request is sent, and what the vendor answers to that request. */
const compare = async (
  { clock, client }: Awaited<ReturnType<typeof openVendor>>,
  { role: id, scope: path, policy, answers }: Case,
): Promise<readonly string[]> => {
  clock.advance(HOUR);
  Object.assign(findRole(id)?.policy ?? {}, policy);
  const scope = parseScope(path);
  if (!scope) throw new Error(`${path} is no scope`);
  const now = clock.now();
  const place = { key: 'place', title: 'Place', scope };
  const role = {
    ...{ key: 'role', id, title: 'Role', about: '', max: undefined },
    startWithin: 90 * DAY,
    approvals: 0,
    tickets: [],
  };
  const cache = createTtlCache(clock);
  const limits = await limitsOf({ vendor: client, clock, cache }, place, role, now + 10 * SECOND);
  if (!limits.vendor) return ['the limits were not read'];
  const draft = draftOf(answers, { now, zone: 'Europe/Berlin', words });
  // It may begin after it would end: the form says so and sends nothing.
  if (!draft.length && answers.duration.startsWith('until')) return [];
  if (!draft.length) return [`the duration “${answers.duration}” was not read`];
  const shown = shownToFail(vendorChecks(draft, limits.vendor, now, words));

  const terms = {
    person: { objectId: people.di.objectId, name: 'Di' },
    place: { key: 'place', title: 'Place', scope: path },
    role: { key: 'role', title: 'Role', id },
    ...{
      start: draft.start,
      length: draft.length,
      reason: draft.reason ?? '',
      ticket: draft.ticket ?? '',
      window: null,
    },
  };
  const { call } = grant.freeze(terms, { guid: randomIds.guid(), now }, client);
  const answered = await client.callFrozen(call).then(
    () => [],
    (error: unknown) => {
      if (!(error instanceof VendorError)) throw error;
      return failedRules(error.vendorCode, error.vendorMessage);
    },
  );
  const [said, named] = [shown.join(', '), answered.join(', ')];
  return said === named ? [] : [`shown to fail: ${said || 'nothing'}; the vendor named: ${named || 'nothing'}`];
};

/** The rules that the form shows to fail are those in the vendor's list, for any role, policy and request. */
export const previewProof = defineCheck({
  name: 'access-10',
  says: 'the rules that a role request shows to fail before it is sent are those that the vendor names',
  short: { runs: 60, seed: 10 },
  runs: 1_000,
  at: () => 'the preview',
  async ground() {
    const vendor = await openVendor();
    const before = ROLES.map((id) => ({ ...findRole(id)?.policy }));
    return {
      ...vendor,
      async end() {
        for (const [index, id] of ROLES.entries()) Object.assign(findRole(id)?.policy ?? {}, before[index]);
        await vendor.sandbox.stop();
      },
    };
  },
  cases: () => cases,
  faults: (one, vendor) => compare(vendor, one),
});
