import { VendorError } from '#cloud/errors/errors.ts';
import { type Change, isSignInAwaited } from '#engine/changes/change.ts';
import type { ChangeButton, ChangeContext, Concerned, Forbidden } from '#engine/changes/change-kind.ts';
import { changesPolicy } from '#engine/changes/decision/rules.ts';
import { findChange } from '#engine/changes/repository.ts';
import { iso, MINUTE } from '#platform/lib/clock.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import type { Words } from '#platform/texts/texts.ts';
import { dateTime } from '#teams/cards/view.ts';
import { nextTryText } from '../refusal.ts';
import { EXTEND, GRANT, REMOVE } from '../requestable.ts';
import { findRequest } from '../schedules.ts';
import { activeGrants, findGrant, type Grant, grantsNotEnded } from '../store.ts';
import { type GrantTerms, grantKey, grantTerms, type RemoveTerms } from '../terms.ts';
import { newestRemovals } from '../unlisted-grants.ts';

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

/** How a grant goes on after its own end. */
interface Continuation {
  /** When the last extension without a gap ends, in milliseconds since 1970; undefined: never. */
  readonly end: number | undefined;
  /** The name of that extension; undefined where there is none. */
  readonly ref: string | undefined;
  /** The extension that is asked for or on its way. */
  readonly open: Change<GrantTerms> | undefined;
}

export const continuationOf = async (
  { id, terms }: Change<GrantTerms>,
  granted: Pick<Grant, 'end'>,
  { db, now, openChange }: Pick<ChangeContext, 'db' | 'now' | 'openChange'>,
): Promise<Continuation> => {
  const key = grantKey(terms);
  let { end } = granted;
  let last: string | undefined;
  for (const next of await activeGrants(db, key, now)) {
    if (next.change === id || end === undefined || next.start > end || (next.end ?? end) < end) continue;
    end = next.end;
    last = next.change;
  }
  const asked = await openChange(GRANT, key);
  const open = asked && { ...asked, terms: grantTerms.parse(asked.terms) };
  return {
    end,
    ref: last === undefined ? undefined : (await findChange(db, last))?.ref,
    open: open && isExtension(open.terms) ? open : undefined,
  };
};

/** What a grant's card says of its extension; empty where there is none. */
export const continuationText = ({ ref, open }: Continuation, now: number, words: Words): Markdown => {
  if (open?.state === 'waiting') return words.markdown('access.extension.waits', { ref: open.ref });
  if (open) return words.markdown('access.extension.onItsWay', { ref: open.ref, next: progressText(open, now, words) });
  return ref === undefined ? NO_TEXT : words.markdown('access.extension.granted', { ref });
};

/** When an approved extension is sent, or that its time has come and the vendor has not taken it yet. */
export const progressText = (change: Change<GrantTerms>, now: number, words: Words): Markdown => {
  const { terms, state } = change;
  if (isSignInAwaited(change)) return words.markdown('access.extension.signIn');
  if (!isExtension(terms) || state !== 'doing') return NO_TEXT;
  if (now >= terms.extends.end) return words.markdown('access.extension.late', { end: iso(terms.extends.end) });
  return nextTryText(change, words, now) ?? NO_TEXT;
};

/** The time without the role where the vendor took the extension too late; empty where there was none. */
export const gapText = ({ terms }: Change<GrantTerms>, granted: Grant, words: Words): Markdown => {
  const { grantedAt = 0, start } = granted;
  if (!isExtension(terms) || terms.extends.end !== start || grantedAt - start < MINUTE) return NO_TEXT;
  return words.markdown('access.extension.gap', { from: iso(start), until: iso(grantedAt) });
};

/** What an extension by so much would ask for. */
export const extensionOf = (
  terms: GrantTerms,
  from: { readonly grant: string | null; readonly end: number },
  length: GrantTerms['length'],
): GrantTerms => {
  const { requested: _requested, widens: _widens, ...same } = terms;
  return { ...same, start: from.end, length, extends: from, window: null };
};

/** For the holder of a grant that ends, and the requester in their place; the form asks for how long. */
export const extendButton = (
  { id, terms, requester }: Change<GrantTerms>,
  end: number,
  mayAsk: ChangeContext['mayAsk'],
  words: Words,
): ChangeButton => ({
  title: words.plain('access.button.extend'),
  verb: EXTEND,
  tone: 'default',
  fields: [],
  may: (reader) =>
    [terms.person.objectId, requester.objectId].some((one) => one.toLowerCase() === reader) &&
    mayAsk(GRANT, extensionOf(terms, { grant: id, end }, { kind: 'for', ms: MINUTE }), reader),
});

/** “Held until …” of what is extended. */
export const extendedFact = (terms: GrantTerms, words: Words) =>
  isExtension(terms) ? [{ title: words.plain('access.label.heldUntil'), value: dateTime(terms.extends.end) }] : [];
