import type { VendorClient } from '../../api/client.ts';
import { VendorError } from '../../api/errors/errors.ts';
import { fetchHealthEventDetails } from '../../api/operations/health-events.ts';
import type { Audit } from '../../audit/audit.ts';
import { noticeCard } from '../../cards/notice.ts';
import { type Clock, SECOND } from '../../lib/clock.ts';
import type { Renderer } from '../../outbox/renderer.ts';
import type { PolicyStore } from '../../policy/file/policy-store.ts';
import { portalLinks } from '../../policy/model/portals.ts';
import type { Words } from '../../texts/texts.ts';
import { renderEvent } from './cards/event-card.ts';
import { toItem } from './item.ts';
import { mayHaveDetails, portalLink } from './policy.ts';
import { subscriptionTitle } from './target.ts';

/** Of the outbox: what a sensitive event hides, for one person's own chat. */
const DETAILS = 'healthDetails';

interface Wanted {
  readonly subscription: string;
  readonly event: string;
  /** Directory object id of whoever gets it. */
  readonly person: string;
  /** Names the card that was pressed: pressed again, it brings its copy up to date. */
  readonly pressed: string;
}

export const detailsSubject = ({ subscription, event, person, pressed }: Wanted): string =>
  `${DETAILS}:${[subscription, event, person, pressed].join('/')}`;

/** Which copy is the newer one; in seconds, as it must fit a row version. */
export const detailsVersion = (clock: Clock): number => Math.floor(clock.now() / SECOND);

interface Deps {
  readonly vendor: VendorClient;
  readonly policy: PolicyStore;
  readonly clock: Clock;
  readonly audit: Pick<Audit, 'record'>;
}

/**
 * Fetches the hidden texts when they are sent, so that none of them is ever stored, and asks the policy once more whether
 * this person may have them.
 */
export const detailsRenderer = ({ vendor, policy, clock, audit }: Deps): Renderer => ({
  kind: DETAILS,
  once: true,
  async render(id, _face, words) {
    const [subscriptionId = '', trackingId = '', person = ''] = id.split('/');
    const current = policy.current();
    if (!mayHaveDetails(current, person)) return undefined;
    const version = detailsVersion(clock);
    const summary = words.plain('health.details.summary', { event: trackingId });
    try {
      const event = await vendor.call(fetchHealthEventDetails, { subscriptionId, trackingId });
      const detail = { subscription: subscriptionId };
      await audit.record({ about: trackingId, actor: person, event: 'hidden text shown', detail });
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

/** What the vendor refuses for good is said, and not asked again for a day. */
const failed = (error: VendorError, event: string, words: Words) =>
  noticeCard.render({
    text: words.markdown('health.details.failed', { event, why: words.plain(error.textKey, error.values) }),
  });
