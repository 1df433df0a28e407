import { people } from '../../sandbox/world.ts';
import { DAY } from '../../src/platform/lib/clock.ts';
import type { Db } from '../../src/platform/storage/database.ts';
import '../../src/engine/changes/tables.ts';
import type { Filling, Plan } from './plan.ts';

/** A request as the store holds it, as far as the invariants measure it. */
export interface StoredRequest {
  readonly ref: string;
  readonly requester: string;
  readonly person: string;
  readonly role: string;
  readonly place: string;
  readonly days: number;
  readonly reason: string;
}

interface Terms {
  readonly person: { readonly objectId: string };
  readonly role: { readonly key: string };
  readonly place: { readonly key: string };
  readonly length: { readonly ms?: number };
  readonly reason: string;
}

/** Every request whose reason one of this run's people typed. */
export const requestsIn = async (db: Db, { people: fillings }: Plan): Promise<StoredRequest[]> => {
  const rows = await db.selectFrom('changes').selectAll().where('kind', '=', 'access.grant').execute();
  const asked = rows.map(({ ref, requester_id, terms_json }) => {
    const terms = JSON.parse(terms_json) as Terms;
    return {
      ref,
      requester: requester_id,
      person: terms.person.objectId,
      role: terms.role.key,
      place: terms.place.key,
      days: (terms.length.ms ?? 0) / DAY,
      reason: terms.reason,
    };
  });
  return asked.filter(({ reason }) => fillings.some((filling) => reason === filling.reason));
};

/** What was taken and is asked for again must stand there: nobody types it twice. @returns what does not, in words */
export const emptiedFields = (
  { who }: Pick<Filling, 'who'>,
  asked: Readonly<Record<string, string>>,
  taken: ReadonlySet<string>,
): string[] =>
  Object.entries(asked)
    .filter(([name, value]) => value === '' && taken.has(name))
    .map(([name]) => `${who} typed ${name}, and is asked for it again`);

/** Each person has one request, and it is word for word what that person typed. @returns what is not so, in words */
export const violationsOf = (plan: Plan, asked: readonly StoredRequest[]): string[] =>
  plan.people.flatMap((filling) => {
    const mine = asked.filter(({ reason }) => reason === filling.reason);
    const [one] = mine;
    if (!one || mine.length > 1) return [`${filling.who} has ${mine.length} requests with the reason that they typed`];
    return differences(filling, one);
  });

const differences = (filling: Filling, one: StoredRequest): string[] => {
  const { objectId } = people[filling.who];
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['asked by', one.requester, objectId],
    ['for', one.person, objectId],
    ['role', one.role, filling.role],
    ['place', one.place, filling.place],
    ['days', one.days, filling.days],
  ];
  return pairs
    .filter(([, found, typed]) => found !== typed)
    .map(([what, found, typed]) => `${filling.who}: ${what} ${String(found)}, not ${String(typed)}`);
};
