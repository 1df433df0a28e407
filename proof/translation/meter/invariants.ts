import { dayOf, usedBy } from '../../../src/features/translation/meter/usage-store.ts';
import type { Db } from '../../../src/platform/storage/database.ts';
import type { Passed } from './counting-translator.ts';
import type { Ended } from './meter-process.ts';
import type { Holder, Plan, PlannedOrder } from './plan.ts';

export interface Evidence {
  readonly plan: Plan;
  readonly books: readonly Passed[];
  /** Of the orders that came to an end. */
  readonly ended: readonly { readonly planned: PlannedOrder; readonly ended: Ended }[];
}

const idOf = ({ asker }: PlannedOrder, holder: Holder): string =>
  ({ person: asker.objectId, channel: asker.conversationId, tenant: asker.tenantId })[holder];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** @returns every invariant that is broken, in words */
export const violationsOf = async (db: Db, evidence: Evidence): Promise<string[]> => [
  ...surprises(evidence),
  ...refusals(evidence),
  ...(await accounts(db, evidence)),
];

/** What a request costs is known before it goes out. */
const surprises = ({ books, ended }: Evidence): string[] => [
  ...books
    .filter(({ size, charged }) => charged > 0 && charged !== size)
    .map((one) => `${one.size} sent, ${one.charged} charged`),
  ...ended.flatMap(({ ended: { surprises: found } }) => [...found]),
];

/** Somebody alone is refused where a budget does not hold it, and only there; what is refused at once sends nothing. */
const refusals = ({ plan, books, ended }: Evidence): string[] => {
  const [only, ...more] = ended;
  if (!only || more.length > 0 || plan.orders.length > 1 || plan.troubled || plan.kill) return [];
  const least = Math.min(...Object.values(plan.budgets), Number.POSITIVE_INFINITY);
  const { code, foreseen } = only.ended;
  const wanted = foreseen > least ? 'Translation.Budget' : 'done';
  const sent =
    foreseen > least && books.length > 0 ? [`${books.length} requests went out of an order that was refused`] : [];
  return code === wanted ? sent : [...sent, `${foreseen} characters with ${least} left: ${code}, not ${wanted}`];
};

/** For each of them: never below what was charged, never above what may have been, and what may have been never above the budget. */
const accounts = async (db: Db, { plan, books }: Evidence): Promise<string[]> => {
  const wrong: string[] = [];
  for (const holder of ['person', 'channel', 'tenant'] as const) {
    for (const id of new Set(plan.orders.map((planned) => idOf(planned, holder)))) {
      const orders = new Set(
        plan.orders.filter((each) => idOf(each, holder) === id).map(({ correlation }) => correlation),
      );
      const mine = books.filter(({ order }) => orders.has(order));
      const charged = sum(mine.map((one) => one.charged));
      const possible = sum(mine.map(({ size, charged: cost, unclear }) => (unclear ? size : cost)));
      const { characters } = (await usedBy(db, dayOf(Date.now()), { holder, id })).month;
      const limit = plan.budgets[holder] ?? Number.POSITIVE_INFINITY;
      if (characters < charged) wrong.push(`${holder}: ${charged} charged, ${characters} in the ledger`);
      // A process that dies between counting and sending leaves that one request counted.
      if (!plan.kill && characters > possible)
        wrong.push(`${holder}: ${characters} in the ledger, at most ${possible} charged`);
      if (possible > limit) wrong.push(`${holder}: up to ${possible} charged with a budget of ${limit}`);
      if (characters > limit) wrong.push(`${holder}: ${characters} in the ledger with a budget of ${limit}`);
    }
  }
  return wrong;
};
