import type { InvokeResult, MessageView } from '../../src/sandbox/teams/api.ts';
import { refreshesByItself } from '../../src/sandbox/teams/page/data/refresh.ts';
import { type PersonKey, people } from '../../src/sandbox/world.ts';
import { buttonsOf } from './card-view.ts';
import type { Ground } from './story.ts';

/** The id that a card's buttons carry. */
export const changeIn = (message: MessageView): string =>
  /"change":"([^"]+)"/.exec(JSON.stringify(message.cards))?.[1] ?? '';

/** A message as its person sees it now: a form that was sent shows its next page to them alone. */
export const formOf = async (s: Ground, as: PersonKey, { conversationId, id }: MessageView): Promise<MessageView> => {
  const seen = (await s.teams.messages(conversationId, as)).find((message) => message.id === id);
  if (!seen) throw new Error('the message is gone');
  return seen;
};

/** A message as this person's Teams shows it: a card that has a view of their own for them asks for it first. */
export const lookAt = async (s: Ground, as: PersonKey, message: MessageView): Promise<MessageView> => {
  const posted = await formOf(s, as, message);
  if (!posted.cards.some((card) => refreshesByItself(card, people[as].teamsId, Object.keys(people).length)))
    return posted;
  await s.teams.refresh(as, message.id);
  return formOf(s, as, message);
};

/** Sends what a button of somebody else's view or of an older card sends, whatever stands on this person's own. */
export const pressUnoffered = (
  s: Ground,
  as: PersonKey,
  message: MessageView,
  verb: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<InvokeResult> => s.teams.act(as, message.id, verb, { change: changeIn(message), terms: 1, ...more });

/** What a person may press on a card, by its verbs. */
export const offeredTo = async (s: Ground, as: PersonKey, message: MessageView): Promise<string[]> =>
  buttonsOf(await lookAt(s, as, message)).map(({ verb }) => verb);
