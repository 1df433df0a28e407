import { people } from '../../sandbox/world.ts';
import { systemClock } from '../../src/platform/lib/clock.ts';
import { openTokenKeys } from '../../src/teams/fresh-sign-in/token-keys.ts';
import { requestorOf } from '../../test/support/requestor.ts';
import { everyTable, violations } from '../../test/support/store-invariants.ts';
import { listedRole, scopes } from '../../test/support/story.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { decisionsOn, eventsOf, putsOf, requestsOf } from '../crash/invariants.ts';
import type { Plan } from '../crash/plan.ts';

const is = (what: string, found: unknown, wanted: unknown): string[] =>
  found === wanted ? [] : [`${what}: ${String(found)}, not ${String(wanted)}`];

/** A JSON Web Token: the vendor's tokens for people are some. Its first two parts begin so; one part alone may by chance, also encrypted. */
const TOKEN = /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\./;

/** No token is in clear in any table, and what is kept of one opens with the key alone. @returns what is wrong */
export const tokensInClear = async (cluster: Cluster): Promise<string[]> => {
  const tables = await cluster.inStore(everyTable);
  const kept = await cluster.inStore((db) => db.selectFrom('person_tokens').selectAll().execute());
  const keys = openTokenKeys(cluster.secretsDir);
  return [
    ...tables.filter(({ rows }) => TOKEN.test(JSON.stringify(rows))).map(({ name }) => `${name} has a token in clear`),
    ...kept
      .filter(
        ({ sealed, sign_in_id, change_id }) =>
          !TOKEN.test(keys.open(sealed, `${sign_in_id} ${change_id}`)?.reveal() ?? ''),
      )
      .map(() => 'what is kept of a token does not open'),
  ];
};

/** All that must hold when everything has come to rest. @returns what does not, in words */
export const approverViolations = async (cluster: Cluster, plan: Plan): Promise<string[]> => {
  const requests = await cluster.inStore((db) => requestsOf(db, plan));
  const [request] = requests;
  if (!request || requests.length > 1) return [`there are ${requests.length} requests`];
  const decisions = await cluster.inStore((db) => decisionsOn(db, request));
  const events = await cluster.inStore((db) => eventsOf(db, request));
  const puts = await putsOf(cluster, 'AdminAssign');
  const listed = await listedRole(cluster, plan.asker, plan.place, plan.role);
  const tokens = await cluster.inStore((db) =>
    db.selectFrom('person_tokens').select('sign_in_id').where('change_id', '=', request.id).execute(),
  );
  const { id, secret, ...at } = await cluster.vendor.at();
  const made = { scope: scopes[plan.place], name: request.guid ?? '' };
  const requestor = await requestorOf({ ...at, client: { id, secret } }, made, systemClock);
  return [
    ...is('the request is', request.state, 'done'),
    ...is('decisions', decisions.length, 1),
    ...['asked', 'approved', 'done'].flatMap((event) =>
      is(`records of ${event}`, events.filter((one) => one === event).length, 1),
    ),
    ...is('different grants that the vendor saw', new Set(puts).size, 1),
    ...is(
      'a grant without the GUID of the approval',
      puts.some((put) => !put.startsWith(`${request.guid} `)),
      false,
    ),
    ...is('schedules that the vendor lists', listed.length, 1),
    ...is('the grant was made by', requestor, people[plan.decider].objectId),
    ...is('tokens that are left', tokens.length, 0),
    ...(await tokensInClear(cluster)),
    ...(await cluster.inStore(violations)),
  ];
};
