import { asOlderClient } from '../../sandbox/teams/page/card/card-json.ts';
import type { Rendered } from '../../src/engine/outbox/renderer.ts';
import { sharedCard } from '../../src/engine/outbox/views.ts';
import { createAccounts } from '../../src/teams/connector/conversations/accounts.ts';
import { wordsOf } from '../../test/support/steward.ts';
import { keys } from '../policy-change/policy.ts';

/** Accounts of the policy, and somebody whom it does not name. */
export const viewers = [...keys, 'zoe'] as const;

/** The shared card as it stands in a conversation of these people. */
export const postShared = (rendered: Rendered, crowd: readonly string[]): Promise<Rendered['card']> => {
  const accounts = new Map(crowd.map((objectId) => [objectId, `29:${objectId}`]));
  const conversations = { accounts: async () => new Map<string, string>() };
  const connector = {
    accounts: createAccounts(conversations, { everybody: async () => ({ accounts, isWhole: true }) }),
  };
  const here = { id: '19:here@thread.tacv2', serviceUrl: 'https://teams.example/', tenantId: 'tenant' };
  return sharedCard(connector, here, rendered);
};

/** A card as JSON. */
export type CardJson = Readonly<Record<string, unknown>>;

interface RootAction {
  readonly type: string;
  readonly title: string;
  readonly style?: string;
  readonly mode?: string;
}

const actionsOf = (card: CardJson): readonly RootAction[] => (card['actions'] ?? []) as readonly RootAction[];

/** What a card tells that is the same for everybody: state, title, facts and reason. */
const stateWords = (card: CardJson): readonly string[] => wordsOf({ cards: [{ ...card, actions: [] }] }).split('\n');

/** What does not hold of the buttons of one card, in words. @param most how many it may have with those in its menu */
export const layoutProblems = (card: CardJson, most = 6): string[] => {
  const actions = actionsOf(card);
  const visible = actions.filter(({ mode }) => mode !== 'secondary');
  const destructive = visible.findIndex(({ style }) => style === 'destructive');
  return [
    ...(visible.length > 3 ? [`${visible.length} buttons stand on it`] : []),
    ...(actions.length > most ? [`${actions.length} buttons are more than Teams takes`] : []),
    ...(actions.length > 0 && visible.length === 0 ? ['all of its buttons are in the menu'] : []),
    ...(actions.filter(({ style }) => style === 'positive').length > 1 ? ['more than one button is primary'] : []),
    ...(destructive >= 0 && destructive < visible.length - 1 ? ['the destructive button is not the last'] : []),
    ...(actions.some(({ style, mode }) => style === 'destructive' && mode === 'secondary')
      ? ['the destructive button is in the menu']
      : []),
  ];
};

/** What does not hold of the card that everybody sees. */
export const sharedProblems = (card: CardJson): string[] =>
  actionsOf(card)
    .filter(({ style }) => style === 'positive' || style === 'destructive')
    .map(({ title }) => `“${title}” of the shared card looks like one person's`);

/** Votes, and who activates a role: that says “you” to themselves. */
const BY_NAME = /^\*\*.+\*\* (approved|denied|withdrew)|activates it when needed/;

/** Whether a view tells all of what the shared card tells of the request itself, names of votes aside. */
export const stateProblems = (shared: CardJson, view: CardJson): string[] => {
  const told = new Set(stateWords(view));
  const missing = stateWords(shared).filter((line) => !told.has(line) && !BY_NAME.test(line));
  return missing.map((line) => `the view does not tell “${line}”`);
};

/** The buttons that a client without Action.Execute sends as a message, by title. */
export const submitsOf = (
  card: CardJson,
): readonly { readonly title: string; readonly data: Record<string, unknown> }[] =>
  actionsOf(asOlderClient(card) as CardJson).flatMap((action) =>
    action.type === 'Action.Submit' ? [action as unknown as { title: string; data: Record<string, unknown> }] : [],
  );
