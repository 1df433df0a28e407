import { z } from 'zod';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { callOptions } from '#cloud/operation.ts';
import { getHealthEvent } from '#cloud/operations/health-events.ts';
import { isGuid, isSegment } from '#cloud/request/path.ts';
import { alertVerbs } from '#engine/alerts/alerts.ts';
import { defineAction, type Services } from '#features/feature.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import { listed } from '#platform/texts/texts.ts';
import { portalLinks } from '#policy/model/sections.ts';
import type { Policy } from '#policy/policy.ts';
import type { ListButton } from '#teams/cards/list.ts';
import { healthVerbs, pageAction } from '../cards/buttons.ts';
import { renderEvent } from '../cards/event-card.ts';
import { detailsSubject, detailsVersion } from '../details.ts';
import { titleOf } from '../format.ts';
import { progressed, toItem } from '../item.ts';
import { mayRead, maySeeDetails, peopleWithDetails, portalLink } from '../policy.ts';
import { healthQuery } from '../query.ts';
import { findTarget, requireInPolicy, subscriptionTitle } from '../target.ts';
import { forReaders, requireReader, showHealth } from './commands.ts';

export const turnPage = defineAction({
  verb: healthVerbs.page,
  repeatable: true,
  automatic: true,
  may: forReaders,
  data: healthQuery,
  handle: (turn, query, services) => showHealth(turn, services, query),
});

/** With the query of the list, where the button leads back to it. */
const detailsArguments = healthQuery.partial().extend({
  subscription: z.string().refine(isGuid).optional(),
  event: z.string().refine(isSegment),
  /** The channel's card that was pressed. */
  card: z.string().optional(),
  /** Its texts are for few people: only theirs is the button. */
  hidden: z.literal('yes').optional(),
});
type DetailsArguments = z.infer<typeof detailsArguments>;

/** Details, on a list or a channel's card: replaces the card by the whole event, with Back. */
export const pressDetails = defineAction({
  verb: healthVerbs.details,
  repeatable: true,
  data: detailsArguments,
  may: ({ who }, { hidden }, { policy }) =>
    (hidden === undefined ? mayRead : maySeeDetails)(policy.current(), who.objectId),
  async handle(turn, data, services) {
    requireReader(turn, services);
    const { vendor } = services;
    const policy = services.policy.current();
    const subscription = subscriptionIn(data, policy);
    if (subscription === undefined) return textAnswer('health.refused.gone');
    requireInPolicy(policy, subscription);
    const event = await vendor.call(
      getHealthEvent,
      { subscriptionId: subscription, trackingId: data.event },
      callOptions(turn),
    );
    const read = toItem(event, subscription, (trackingId) => portalLink(policy, trackingId));
    const item = progressed(read, services.clock.now());
    if (item.hidden) return sendDetails(turn, services, subscription, data.event);
    const card = renderEvent(
      event,
      item,
      {
        note: NO_TEXT,
        buttons: wayBack(turn, data),
        openable: (links) => portalLinks(policy, links),
        titleOfSubscription: (subscriptionId) => subscriptionTitle(policy, subscriptionId),
      },
      turn.words,
    );
    return cardAnswer(card, titleOf(item, turn.words, 100));
  },
});

/** The event's subscription: from the button, or from the place of the list. */
const subscriptionIn = ({ subscription, place }: DetailsArguments, policy: Policy): string | undefined =>
  subscription ?? (place === undefined ? undefined : findTarget(policy, place).subscriptionId);

const wayBack = ({ words }: Turn, { card, page, ...query }: DetailsArguments): ListButton[] => {
  const title = words.plain('health.button.back');
  if (card !== undefined) return [{ title, verb: alertVerbs.back, data: { card } }];
  return page === undefined ? [] : [{ title, ...pageAction(healthQuery.parse({ ...query, page })) }];
};

/** Answers are stored for a day, so hidden texts are never one: they are fetched and sent to the personal chat. */
const sendDetails = async (turn: Turn, services: Services, subscription: string, event: string): Promise<Answer> => {
  const policy = services.policy.current();
  const { objectId } = turn.who;
  if (!maySeeDetails(policy, objectId)) return textAnswer(...whoMaySee(turn, services));
  await services.outbox.deliver(services.database.db, {
    subject: detailsSubject({
      subscription: subscription.toLowerCase(),
      event,
      person: objectId,
      pressed: turn.pressed?.activityId ?? turn.source,
    }),
    variant: 'personal',
    to: { person: objectId },
    language: turn.words.locale,
    version: detailsVersion(services.clock),
  });
  return textAnswer('health.details.sent');
};

const whoMaySee = ({ words }: Turn, services: Services): Parameters<typeof textAnswer> => {
  const names = peopleWithDetails(services.policy.current()).map(({ name }) => name);
  if (names.length === 0) return ['health.details.nobody'];
  return ['health.details.who', { people: listed(names, words, 'disjunction') }];
};
