import { z } from 'zod';
import { type Answer, cardAnswer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import type { Change } from '../../../changes/change.ts';
import { defineAction, type Services } from '../../feature.ts';
import { onChangeCard, showChange } from '../../submit-change.ts';
import { renderEverything } from '../cards/everything-card.ts';
import { GROUP_NAME } from '../document/schema.ts';
import type { KnownGroup } from '../known-groups.ts';
import { containerPlaces } from '../policy.ts';
import { DEPLOY, type DeployTerms } from '../terms.ts';
import { containerVerbs } from '../verbs.ts';
import { lookingOf, openChange, showGroup, showGroups } from './commands.ts';

const page = z.coerce.number().int().min(0).max(1_000).default(0);
const named = z.object({ place: z.string(), group: z.string().regex(GROUP_NAME) });

const whichOf = ({ place, group }: z.infer<typeof named>, services: Services): KnownGroup | undefined => {
  const found = containerPlaces(services.policy.current()).find(({ key }) => key === place);
  return found && { place: found, group };
};

const GONE = 'containers.refused.gone';

/** A group as it is now, in the place of the pressed card. */
export const pressShow = defineAction({
  verb: containerVerbs.show,
  repeatable: true,
  data: named,
  async handle(turn, data, services) {
    const which = whichOf(data, services);
    return which ? showGroup(lookingOf(turn, services), which) : textAnswer(GONE);
  },
});

export const pressList = defineAction({
  verb: containerVerbs.list,
  repeatable: true,
  data: z.object({ place: z.string().optional(), page }),
  async handle(turn, data, services) {
    const place = containerPlaces(services.policy.current()).find(({ key }) => key === data.place);
    return showGroups(lookingOf(turn, services), place, data.page);
  },
});

export const pressChange = defineAction({
  verb: containerVerbs.change,
  data: named,
  async handle(turn, data, services) {
    const which = whichOf(data, services);
    return which ? openChange(lookingOf(turn, services), which, turn.who.objectId) : textAnswer(GONE);
  },
});

const ofChange = z.looseObject({ change: z.string(), page });

/** What a press on a request's card is about; only for those who may see the request. */
const withChange = async (
  turn: Turn,
  services: Services,
  id: string,
  answer: (change: Change<DeployTerms>) => Promise<Answer>,
): Promise<Answer> => {
  const change = await services.changes.find(id);
  if (change?.kind !== DEPLOY || !services.changes.maySee(change, turn.who.objectId)) {
    return textAnswer('changes.refused.unknown');
  }
  return answer(change as Change<DeployTerms>);
};

export const pressEverything = defineAction({
  verb: containerVerbs.everything,
  repeatable: true,
  card: onChangeCard,
  data: ofChange,
  handle: (turn, data, services) =>
    withChange(turn, services, data.change, async (change) =>
      cardAnswer(renderEverything(change, data.page, turn.words), change.ref),
    ),
});

export const pressBack = defineAction({
  verb: containerVerbs.back,
  repeatable: true,
  card: onChangeCard,
  data: ofChange,
  handle: (turn, data, services) =>
    withChange(turn, services, data.change, async (change) =>
      showChange(services, turn, change.id, change.requester.objectId === turn.who.objectId ? 'asker' : 'approvers'),
    ),
});

export const pressNow = defineAction({
  verb: containerVerbs.now,
  repeatable: true,
  card: onChangeCard,
  data: ofChange,
  handle: (turn, data, services) =>
    withChange(turn, services, data.change, async ({ terms }) => {
      const which = whichOf({ place: terms.place.key, group: terms.group }, services);
      return which ? showGroup(lookingOf(turn, services), which) : textAnswer(GONE);
    }),
});
