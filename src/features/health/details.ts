import type { VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import { fetchHealthEventDetails } from '#cloud/operations/health-events.ts';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { Audit } from '#platform/audit/audit.ts';
import { type Clock, SECOND } from '#platform/lib/clock.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import { portalLinks } from '#policy/model/sections.ts';
import { failureDetails, noticeCard } from '#teams/cards/notice-card.ts';
import { renderEvent } from './cards/event-card.ts';
import { toItem } from './item.ts';
import { maySeeDetails, portalLink } from './policy.ts';
import { subscriptionTitle } from './target.ts';

/** Subject kind of the outbox: the hidden texts of a sensitive event, for one personal chat. */
const DETAILS = 'healthDetails';

interface DetailsRequest {
  readonly subscription: string;
  readonly event: string;
  /** Directory object id of the recipient. */
  readonly person: string;
  /** Id of the pressed card: pressed again, the same copy is updated. */
  readonly pressed: string;
}

export const detailsSubject = ({ subscription, event, person, pressed }: DetailsRequest): string =>
  `${DETAILS}:${[subscription, event, person, pressed].join('/')}`;

/** The time as the copy's version; in seconds, to fit a row version. */
export const detailsVersion = (clock: Clock): number => Math.floor(clock.now() / SECOND);

interface Deps {
  readonly vendor: VendorClient;
  readonly policy: PolicyStore;
  readonly clock: Clock;
  readonly audit: Pick<Audit, 'record'>;
}

/**
 * Fetches the hidden texts when the card is sent, so that they are never stored, and checks the person's right once more.
 */
export const detailsRenderer = ({ vendor, policy, clock, audit }: Deps): Renderer => ({
  kind: DETAILS,
  once: true,
  async render(id, _face, words) {
    const [subscriptionId = '', trackingId = '', person = ''] = id.split('/');
    const current = policy.current();
    if (!maySeeDetails(current, person)) return undefined;
    const version = detailsVersion(clock);
    const summary = words.plain('health.details.summary', { event: trackingId });
    try {
      const event = await vendor.call(fetchHealthEventDetails, { subscriptionId, trackingId });
      const detail = { subscription: subscriptionId };
      await audit.record({ target: trackingId, actor: person, event: 'hidden text shown', detail });
      const item = toItem({ ...event, isEventSensitive: false }, subscriptionId, (one) => portalLink(current, one));
      const card = renderEvent(
        event,
        item,
        {
          note: words.markdown('health.hidden.note'),
          buttons: [],
          openable: (links) => portalLinks(current, links),
          titleOfSubscription: (one) => subscriptionTitle(current, one),
        },
        words,
      );
      return { version, card, summary };
    } catch (error) {
      if (!(error instanceof VendorError) || error.retryable) throw error;
      return { version, card: failed(error, trackingId, words), summary };
    }
  },
});

/** A permanent refusal of the vendor. */
const failed = (error: VendorError, event: string, words: Words) =>
  noticeCard.render({
    text: words.markdown('health.details.failed', { event, why: words.plain(error.textKey, error.values) }),
    ...failureDetails(error.values, words),
  });
