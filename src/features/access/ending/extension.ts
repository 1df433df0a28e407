import { VendorError } from '#cloud/errors/errors.ts';
import type { Change } from '#engine/changes/change.ts';
import type { ChangeContext, Concerned, Forbidden } from '#engine/changes/change-kind.ts';
import { changesPolicy } from '#engine/changes/decision/rules.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { newestRemovals } from '../removal/recent-removals.ts';
import { GRANT, REMOVE } from '../requestable.ts';
import { findRequest } from '../schedules.ts';
import { activeGrants, findGrant, grantsNotEnded } from '../store.ts';
import { type GrantTerms, grantKey, grantTerms, type RemoveTerms } from '../terms.ts';

/**
 * An extension is a grant of the same role whose window begins where the other one ends (docs/decisions.md). It never touches
 * what stands.
 */
export interface ExtensionTerms extends GrantTerms {
  readonly extends: NonNullable<GrantTerms['extends']>;
}

export const isExtension = (terms: GrantTerms): terms is ExtensionTerms => terms.extends !== undefined;

const OVER = { text: 'access.failure.nothingToExtend', values: {} } as const;

/** Whether what an extension goes on from is still the end of what was granted. */
export const canBeExtended = async (db: Db, terms: GrantTerms, now: number): Promise<boolean> => {
  if (!isExtension(terms) || terms.extends.grant === null) return true;
  const all = await activeGrants(db, grantKey(terms), now);
  return all.at(-1)?.change === terms.extends.grant && all.at(-1)?.end === terms.extends.end;
};

/** An extension waits while a removal is on its way, and is pointless after one: nothing would be left to go on from. */
export const mayExtensionGo = async (
  { terms, createdAt }: Change<GrantTerms>,
  { db, openChange }: Pick<ChangeContext, 'db' | 'openChange'>,
): Promise<'wait' | Forbidden | undefined> => {
  if (!isExtension(terms)) return undefined;
  const key = grantKey(terms);
  const removal = await openChange(REMOVE, key);
  if (removal && removal.state !== 'waiting') return 'wait';
  const { grant } = terms.extends;
  const removed =
    grant === null
      ? (await newestRemovals(db)).some((one) => one.key === key && one.at >= createdAt)
      : (await findGrant(db, grant))?.removed !== undefined;
  return removed ? OVER : undefined;
};

/** Longer than any attempt at the vendor lasts: what it does not know then has not arrived. */
const IN_FLIGHT_MS = 2 * MINUTE;

/** The extension with this key that an attempt has been made of, where its arrival is unknown so far. */
const inFlight = async (
  key: string,
  { openChange }: Pick<ChangeContext, 'openChange'>,
): Promise<Change<GrantTerms> | undefined> => {
  const change = await openChange(GRANT, key);
  if (change?.state !== 'doing' || !change.maybeSent) return undefined;
  const terms = grantTerms.parse(change.terms);
  return isExtension(terms) ? { ...change, terms } : undefined;
};

/**
 * A removal waits a little for an extension whose attempt is just being made: sent before it, the extension would outlive it.
 * Attempts that begin later see the removal and wait in their turn.
 */
export const mayRemovalGo = async (
  { terms, finishBy = 0 }: Change<RemoveTerms>,
  context: ChangeContext,
): Promise<'wait' | undefined> => {
  const extension = await inFlight(grantKey(terms), context);
  if (!extension) return undefined;
  const { finishWithin } = changesPolicy(context.policy);
  if (context.now > finishBy - finishWithin + Math.min(IN_FLIGHT_MS, finishWithin / 2)) return undefined;
  try {
    return (await findRequest(terms, extension.guid ?? '', context)) ? undefined : 'wait';
  } catch (error) {
    if (error instanceof VendorError) return 'wait';
    throw error;
  }
};

/** The GUIDs of all requests whose assignments a removal ends: those of our grants, and of an extension on its way. */
export const requestsOf = async (
  terms: Pick<RemoveTerms, 'person' | 'role' | 'place'>,
  context: Pick<ChangeContext, 'db' | 'now' | 'openChange'>,
): Promise<readonly string[]> => {
  const key = grantKey(terms);
  // In this order: an extension that is confirmed between the two reads stands in the second one.
  const extension = await inFlight(key, context);
  const grants = await activeGrants(context.db, key, context.now);
  return [...new Set([...grants.map(({ request }) => request), ...(extension?.guid ? [extension.guid] : [])])];
};

/** A removal ends the extension that is asked for or on its way, and the cards of all that it removed show it. */
export const concernedByRemoval = async (
  trx: Trx,
  { terms }: Change<RemoveTerms>,
  { now, openChange }: ChangeContext,
): Promise<readonly Concerned[]> => {
  const key = grantKey(terms);
  const open = await openChange(GRANT, key);
  const extension = open && isExtension(grantTerms.parse(open.terms)) ? [open.id] : [];
  const others = (await grantsNotEnded(trx, key, now)).filter((id) => id !== terms.grant);
  return [...extension, ...others].map((change) => ({ change, code: 'Access.Removed', ...OVER }));
};
