import type { Translatable } from '#bot/commands/registry.ts';
import type { Turn } from '#bot/turn/turn.ts';
import { postedSubject } from '#engine/changes/card/posted-card.ts';
import { CHANGE, type Change, subjectOf } from '#engine/changes/change.ts';
import type { Services } from '#features/feature.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';

/** The change, for people who may see it, and for everybody in a conversation with its card: its id alone opens nothing. */
export const changeHere = async (turn: Turn, services: Services, id: string): Promise<Change | undefined> => {
  const change = await services.changes.find(id);
  if (!change || services.changes.maySee(change, turn.who.objectId)) return change;
  const here = baseId(turn.where.conversationId);
  const copies = [subjectOf(id), postedSubject(change)].map((subject) => services.outbox.copies(subject));
  return (await Promise.all(copies)).flat().some(({ conversationId }) => baseId(conversationId) === here)
    ? change
    : undefined;
};

/** A request's title, its reason, and the reasons of its decisions. */
export const changeTexts: Translatable = {
  kind: CHANGE,
  async texts(id, turn, services) {
    const change = await changeHere(turn, services, id);
    if (!change) return undefined;
    const { changes } = services;
    const { summary } = await changes.describe(change, turn.words);
    const { texts } = await changes.subjectOf(change, turn.words);
    return [summary, ...texts].flatMap((text) => text.split(/\n+/));
  },
};
