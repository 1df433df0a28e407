import { postedSubject } from '#engine/changes/card/posted-card.ts';
import type { Services } from '#features/feature.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { baseId, type ConversationKind } from '#teams/connector/conversations/conversation.ts';
import { GRANT, type Requestable } from './requestable.ts';
import { grantTerms } from './terms.ts';

/** Requests that are looked at. */
const OWN = 10;
const OTHERS = 12;
/** The steps of one turn look at the same list. */
const ONE_TURN_MS = 3 * SECOND;

/** Which roles and places a person asked for lately, and others in the same channel: their keys, the latest first. */
interface Recent {
  readonly roles: readonly string[];
  readonly places: readonly string[];
}

export const recentlyRequested = (
  services: Services,
  person: string,
  { conversationId, kind }: { readonly conversationId: string; readonly kind: ConversationKind },
): Promise<Recent> =>
  services.cache.get(`recent ${person} ${baseId(conversationId)}`, ONE_TURN_MS, async () => {
    const kinds = [GRANT];
    const own = await services.changes.list({ kinds, requester: person }, OWN);
    const latest = kind === 'personal' ? [] : await services.changes.list({ kinds }, OTHERS);
    const here = await Promise.all(
      latest.map(async (change) =>
        (await services.outbox.hasCopyIn(postedSubject(change), { conversationId })) ? [change] : [],
      ),
    );
    const terms = [...own, ...here.flat()].map((change) => grantTerms.parse(change.terms));
    return { roles: terms.map(({ role }) => role.key), places: terms.map(({ place }) => place.key) };
  });

/** The roles, or the places, of a list: those that were requested lately first, all others as the policy has them. */
export const latestFirst = <K extends keyof Requestable>(
  all: readonly Requestable[],
  what: K,
  recent: readonly string[],
): readonly Requestable[K][] => {
  const rank = ({ key }: Requestable[K]): number => {
    const at = recent.indexOf(key);
    return at === -1 ? recent.length : at;
  };
  return [...new Set(all.map((one) => one[what]))].toSorted((a, b) => rank(a) - rank(b));
};
