import { z } from 'zod';
import { textAnswer } from '#bot/turn/turn.ts';
import { onChangeCard } from '#features/change-answers.ts';
import { allowedBy, defineAction, onOwnView } from '#features/feature.ts';
import { subscriptionVerbs } from '../cards/requests-card.ts';
import { ACCEPT_VERB } from '../describe-create.ts';
import { readObservedState } from '../observed-state.ts';
import { maySeeAll } from '../policy.ts';
import { CREATE } from '../terms.ts';
import { openAccept, showRequests } from './commands.ts';

const page = z.object({ page: z.coerce.number().int().min(0).max(1_000) });

export const turnMine = defineAction({
  verb: subscriptionVerbs.mine,
  repeatable: true,
  automatic: true,
  may: onOwnView,
  data: page,
  handle: (turn, data, services) => showRequests(turn, services, { all: false, page: data.page }),
});

export const turnAll = defineAction({
  verb: subscriptionVerbs.all,
  repeatable: true,
  automatic: true,
  may: allowedBy(maySeeAll),
  data: page,
  handle: (turn, data, services) => showRequests(turn, services, { all: true, page: data.page }),
});

/** Accept ownership, pressed on the card of a created subscription. */
export const pressAccept = defineAction({
  verb: ACCEPT_VERB,
  card: onChangeCard,
  data: z.looseObject({ change: z.string() }),
  async handle(turn, data, services) {
    const change = await services.changes.find(data.change);
    const { subscriptionId } = readObservedState(change?.seen);
    if (change?.kind !== CREATE || subscriptionId === undefined) return textAnswer('changes.refused.unknown');
    if (!services.changes.maySee(change, turn.who.objectId)) return textAnswer('subscriptions.acceptForm.byCommand');
    return openAccept(services, { subscription: subscriptionId });
  },
});
