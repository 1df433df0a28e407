import { type Change, isSignInAwaited } from '#engine/changes/change.ts';
import type { ChangeButton, ChangeContext } from '#engine/changes/change-kind.ts';
import { findChange } from '#engine/changes/repository.ts';
import { iso, MINUTE } from '#platform/lib/clock.ts';
import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { dateTime } from '#teams/cards/view.ts';
import { nextTryText } from '../next-try.ts';
import { EXTEND, GRANT } from '../requestable.ts';
import { activeGrants, type Grant } from '../store.ts';
import { type GrantTerms, grantKey, grantTerms } from '../terms.ts';
import { isExtension } from './extension.ts';

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
