import type { VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import { listEligibilitySchedules } from '#cloud/operations/role-eligibility.ts';
import type { EligibilitySchedule } from '#cloud/operations/role-eligibility-schemas.ts';
import { type Scope, scopeContains } from '#cloud/request/path.ts';
import { redrawCards } from '#engine/changes/card/posted-card.ts';
import { listChanges, listUnconfirmed } from '#engine/changes/repository.ts';
import type { Services } from '#features/feature.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Policy } from '#policy/policy.ts';
import { toAssignment } from '../assignments.ts';
import { BREAK_GLASS, GRANT, outermost, REMOVE } from '../requestable.ts';
import { createdAt, requestOf } from '../schedules.ts';
import { grantKey, removeTerms, scopeOf } from '../terms.ts';
import { keyOf, newestRemovals } from '../unlisted-grants.ts';
import { type Comparison, compare, type Listed } from './compare.ts';
import type { Mismatch } from './mismatch.ts';
import { insertMismatch, knownMarks, type RecordedGrant, recordBack, recordedGrants, recordGone } from './store.ts';

/** A place whose eligibilities could not be read, and why. */
interface UnreadPlace {
  readonly title: string;
  readonly error: VendorError;
}

export interface Drift {
  readonly mismatches: readonly Mismatch[];
  /** Nothing is known of these. */
  readonly unread: readonly UnreadPlace[];
  /** Eligibilities that were compared. */
  readonly compared: number;
  /** Grants of Steward's that were found gone before and are listed now, by their changes. */
  readonly back: readonly string[];
}

interface DriftDeps {
  readonly policy: Policy;
  readonly vendor: Pick<VendorClient, 'list'>;
  readonly db: Db;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** When all reads must have ended, in milliseconds since 1970. */
  readonly endBy?: number;
}

/** One list of the vendor's: a place with everything below it, or only the place. */
interface Reading {
  readonly title: string;
  readonly scope: Scope;
  readonly atScope: boolean;
  readonly schedules: readonly EligibilitySchedule[];
  readonly error?: VendorError;
}

/** Reads the eligibilities at every place of the policy and compares them with Steward's grants; writes nothing. */
export const findDrift = async (deps: DriftDeps): Promise<Drift> => {
  const { policy, db, now } = deps;
  const places = outermost(policy).map(({ title, scope }) => ({ title, scope, atScope: false }));
  const inPolicy = await Promise.all(places.map((place) => read(deps, place)));
  const elsewhere = await Promise.all(
    grantedElsewhere(await recordedGrants(db, [], now), places).map((place) => read(deps, place)),
  );
  const readings = [...inPolicy, ...elsewhere];
  const schedules = [...byId(readings).values()];
  const grants = await recordedGrants(db, [...new Set(schedules.map(requestOf))].filter(Boolean), now);
  const ours = new Set(grants.map(({ request }) => request));
  const outer = new Set(inPolicy.flatMap((reading) => reading.schedules.map(idOf)));
  // Where the policy has no place any more, only Steward's own grants matter.
  const listed = schedules
    .filter((schedule) => outer.has(idOf(schedule)) || ours.has(requestOf(schedule)))
    .map((schedule) => toListed(policy, schedule));
  const isRead = ({ terms }: RecordedGrant): boolean =>
    readings.some(({ scope, error }) => error === undefined && scopeContains(scope, scopeOf(terms.place)));
  const found = new Set(listed.map(({ request }) => request));
  return {
    mismatches: compare({
      listed,
      grants,
      ...(await inProgress(db, now)),
      removed: await newestRemovals(db),
      policy,
      isRead,
      now,
    }),
    unread: readings.flatMap(({ title, error }) => (error ? [{ title, error }] : [])),
    compared: listed.length,
    back: grants.flatMap(({ removed, request, change }) => (removed?.outside && found.has(request) ? [change] : [])),
  };
};

const read = async (
  { vendor, endBy }: DriftDeps,
  place: Pick<Reading, 'title' | 'scope' | 'atScope'>,
): Promise<Reading> => {
  const schedules: EligibilitySchedule[] = [];
  const filter = place.atScope ? { atScope: true } : {};
  try {
    const how = endBy === undefined ? {} : { endBy };
    for await (const schedule of vendor.list(listEligibilitySchedules, { scope: place.scope, filter }, how)) {
      schedules.push(schedule);
    }
    return { ...place, schedules };
  } catch (error) {
    if (!(error instanceof VendorError)) throw error;
    // A part of a list proves nothing.
    return { ...place, schedules: [], error };
  }
};

/** The places of grants that the policy does not name any more, once each. */
const grantedElsewhere = (
  grants: readonly RecordedGrant[],
  places: readonly { readonly scope: Scope }[],
): readonly Pick<Reading, 'title' | 'scope' | 'atScope'>[] => {
  const far = grants.filter(({ terms }) => !places.some(({ scope }) => scopeContains(scope, scopeOf(terms.place))));
  const once = new Map(far.map(({ terms: { place } }) => [place.scope.toLowerCase(), place]));
  return [...once.values()].map((place) => ({ title: place.title, scope: scopeOf(place), atScope: true }));
};

const idOf = ({ id }: EligibilitySchedule): string => id.toLowerCase();

const byId = (readings: readonly Reading[]): ReadonlyMap<string, EligibilitySchedule> =>
  new Map(readings.flatMap(({ schedules }) => schedules.map((schedule) => [idOf(schedule), schedule] as const)));

const toListed = (policy: Policy, schedule: EligibilitySchedule): Listed => {
  const assignment = toAssignment(policy, schedule);
  const created = createdAt(schedule);
  return { assignment, key: keyOf(assignment), request: requestOf(schedule), created };
};

/** More than are ever carried out at once. */
const MOST = 1_000;

/** What is being carried out, or may have been: the requests of grants, and person, role and place of removals. */
const inProgress = async (db: Db, now: number): Promise<Pick<Comparison, 'granting' | 'removing'>> => {
  const running = async (kind: string) => [
    ...(await listChanges(db, { kinds: [kind], states: ['approved', 'doing'] }, MOST)),
    ...(await listUnconfirmed(db, kind, now)),
  ];
  const grants = [...(await running(GRANT)), ...(await running(BREAK_GLASS))];
  const removals = await running(REMOVE);
  return {
    granting: new Set(grants.flatMap(({ guid }) => guid?.toLowerCase() ?? [])),
    removing: new Set(removals.map(({ terms }) => grantKey(removeTerms.parse(terms)))),
  };
};

/** What audit entries that are about no change of Steward's are about. */
const ACCESS = 'access';

/**
 * Records what was found: each mismatch once, with its entry in the audit; on the cards of grants that are gone, that they are.
 * A grant that is listed once more stands again.
 */
export const recordDrift = async (services: Services, { mismatches, back }: Drift): Promise<void> => {
  const { database, clock } = services;
  const now = clock.now();
  const marks = mismatches.map(({ mark }) => mark);
  const known = await knownMarks(database.db, marks);
  for (const mismatch of mismatches.filter(({ mark, kind }) => kind === 'gone' || !known.has(mark))) {
    await database.transaction(async (trx) => {
      const isNew = await insertMismatch(trx, mismatch, now);
      const gone = mismatch.kind === 'gone' ? mismatch.approved?.change : undefined;
      if (gone !== undefined && (await recordGone(trx, gone, now))) await redrawCards(services.outbox, trx, gone);
      if (isNew) await services.audit.append(trx, { ...entryOf(mismatch), actor: STEWARD, event: 'difference found' });
    });
  }
  for (const change of back) {
    await database.transaction(async (trx) => {
      if (await recordBack(trx, change)) await redrawCards(services.outbox, trx, change);
    });
  }
};

/** Target and details of an entry about a mismatch. */
export const entryOf = ({ kind, mark, person, role, place, approved, current }: Mismatch) => ({
  target: approved?.change ?? ACCESS,
  detail: {
    ...{ difference: kind, mark, person: person.objectId, role: role.id, scope: place.scope },
    ...(current ? { eligibility: current.id } : {}),
  },
});
