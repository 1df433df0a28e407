import type { InvokeResult, MessageView } from '../../sandbox/teams/api.ts';
import { asOlderClient, refreshesByItself } from '../../sandbox/teams/page/card/card-json.ts';
import { type AnyPersonKey, everybody, people } from '../../sandbox/world.ts';
import { buttonsOf } from './card-view.ts';
import type { Story } from './story.ts';

/** The id that a card's buttons carry. */
export const changeIn = (message: MessageView): string =>
  /"change":"([^"]+)"/.exec(JSON.stringify(message.cards))?.[1] ?? '';

/** A message as its person sees it now: a form that was sent shows its next page to them alone. */
export const formOf = async (s: Story, as: AnyPersonKey, { conversationId, id }: MessageView): Promise<MessageView> => {
  const seen = (await s.teams.messages(conversationId, as)).find((message) => message.id === id);
  if (!seen) throw new Error('the message is gone');
  return seen;
};

/** A message as this person's Teams shows it: a card that has a view of their own for them asks for it first. */
export const lookAt = async (s: Story, as: AnyPersonKey, message: MessageView): Promise<MessageView> => {
  const posted = await formOf(s, as, message);
  if (!posted.cards.some((card) => refreshesByItself(card, everybody[as].teamsId, Object.keys(people).length)))
    return posted;
  await s.teams.refresh(as, message.id);
  return formOf(s, as, message);
};

/** Sends what a button of somebody else's view or of an older card sends, whatever stands on this person's own. */
export const pressUnoffered = (
  s: Story,
  as: AnyPersonKey,
  message: MessageView,
  verb: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<InvokeResult> => s.teams.act(as, message.id, verb, { change: changeIn(message), terms: 1, ...more });

/** Sends what a button of somebody else's view sends. @param of who has the button */
export const pressAsIf = async (
  s: Story,
  as: AnyPersonKey,
  message: MessageView,
  { verb, of }: { readonly verb: string; readonly of: AnyPersonKey },
): Promise<InvokeResult> => {
  const button = buttonsOf(await lookAt(s, of, message)).find((one) => one.verb === verb);
  if (!button) throw new Error(`${of} has no ${verb}`);
  return s.teams.act(as, message.id, verb, button.data);
};

interface Submit {
  readonly title: string;
  readonly data: unknown;
}

/** Presses in a client that knows no Action.Execute: the button is its fallback, which is sent as a message. */
export const submit = async (
  { teams: { url } }: { readonly teams: { readonly url: string } },
  as: AnyPersonKey,
  { id, cards }: Pick<MessageView, 'id' | 'cards'>,
  title: string,
): Promise<void> => {
  const { actions } = asOlderClient(cards[0]) as { actions: readonly Submit[] };
  const data = actions.find((action) => action.title === title)?.data;
  const body = JSON.stringify({ as, message: id, action: { type: 'Action.Submit', data }, submit: true });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/invoke`, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
};

/** What a person may press on a card, by its verbs. */
export const offeredTo = async (s: Story, as: AnyPersonKey, message: MessageView): Promise<string[]> =>
  buttonsOf(await lookAt(s, as, message)).map(({ verb }) => verb);
