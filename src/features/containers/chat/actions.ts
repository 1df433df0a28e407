import { z } from 'zod';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Change } from '#engine/changes/change.ts';
import { answerWithChange, onChangeCard } from '#features/change-answers.ts';
import { defineAction, type Services } from '#features/feature.ts';
import type { ViewContext } from '#teams/cards/buttons.ts';
import { renderDetails } from '../cards/details-card.ts';
import { GROUP_NAME } from '../document/schema.ts';
import { mayRequestAt } from '../form/context.ts';
import type { KnownGroup } from '../group-lookup.ts';
import { containerPlaces } from '../policy.ts';
import { containerVerbs, DEPLOY, type DeployTerms } from '../terms.ts';
import { forViewers, openChange, openImage, readContextOf, showGroup, showGroups } from './commands.ts';

const page = z.coerce.number().int().min(0).max(1_000).default(0);
const groupData = z.object({ place: z.string(), group: z.string().regex(GROUP_NAME) });

const pressedGroup = ({ place, group }: z.infer<typeof groupData>, services: Services): KnownGroup | undefined => {
  const found = containerPlaces(services.policy.current()).find(({ key }) => key === place);
  return found && { place: found, group };
};

const forRequesters = (viewer: ViewContext, data: z.infer<typeof groupData>, services: Services): boolean => {
  const which = pressedGroup(data, services);
  const isRequester = which !== undefined && mayRequestAt(services.policy.current(), viewer.who.objectId, which.place);
  return isRequester && forViewers(viewer, data, services);
};

const GONE = 'containers.refused.gone';

/** Replaces the pressed card by the group's current state. */
export const showPressedGroup = defineAction({
  verb: containerVerbs.show,
  repeatable: true,
  automatic: true,
  data: groupData,
  may: forViewers,
  async handle(turn, data, services) {
    const which = pressedGroup(data, services);
    return which ? showGroup(readContextOf(turn, services), which) : textAnswer(GONE);
  },
});

export const turnList = defineAction({
  verb: containerVerbs.list,
  repeatable: true,
  automatic: true,
  data: z.object({ place: z.string().optional(), page }),
  may: forViewers,
  async handle(turn, data, services) {
    const place = containerPlaces(services.policy.current()).find(({ key }) => key === data.place);
    return showGroups(readContextOf(turn, services), place, data.page);
  },
});

export const openChangeForm = defineAction({
  verb: containerVerbs.change,
  data: groupData,
  may: forRequesters,
  async handle(turn, data, services) {
    const which = pressedGroup(data, services);
    return which ? openChange(readContextOf(turn, services), which) : textAnswer(GONE);
  },
});

export const openImageForm = defineAction({
  verb: containerVerbs.image,
  data: groupData,
  may: forRequesters,
  async handle(turn, data, services) {
    const which = pressedGroup(data, services);
    return which ? openImage(readContextOf(turn, services), which) : textAnswer(GONE);
  },
});

const ofChange = z.looseObject({ change: z.string(), page });

/** The change of a pressed card, for people who may see the request. */
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

export const showDetails = defineAction({
  verb: containerVerbs.details,
  repeatable: true,
  card: onChangeCard,
  data: ofChange,
  handle: (turn, data, services) =>
    withChange(turn, services, data.change, async (change) =>
      cardAnswer(renderDetails(change, data.page, turn.words), change.ref),
    ),
});

export const showRequest = defineAction({
  verb: containerVerbs.back,
  repeatable: true,
  card: onChangeCard,
  data: ofChange,
  handle: (turn, data, services) =>
    withChange(turn, services, data.change, async (change) => answerWithChange(services, turn, change.id)),
});

export const showCurrentState = defineAction({
  verb: containerVerbs.current,
  repeatable: true,
  card: onChangeCard,
  data: ofChange,
  handle: (turn, data, services) =>
    withChange(turn, services, data.change, async ({ terms }) => {
      const which = pressedGroup({ place: terms.place.key, group: terms.group }, services);
      return which ? showGroup(readContextOf(turn, services), which) : textAnswer(GONE);
    }),
});
