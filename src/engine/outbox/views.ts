import type { Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import {
  type ButtonPress,
  NOBODY,
  type Presser,
  type PressRule,
  VIEW,
  withoutRefused,
  withViewButton,
} from '#teams/cards/own-buttons.ts';
import { MOST_VIEWERS, withRefresh } from '#teams/cards/refresh.ts';
import type { Connector, ConversationRef } from '#teams/connector/connector.ts';
import type { Pressers, Rendered, Viewer, Views } from './renderer.ts';
import type { DeliveryRow } from './tables.ts';

/** Whose own chat a copy goes to: they alone see it. @returns undefined where several people see it */
export const viewerOf = async (
  { conversations }: Pick<Connector, 'conversations'>,
  { target_kind, target, conversation_id }: DeliveryRow,
): Promise<Viewer | undefined> => {
  if (target_kind === 'person') return { objectId: target };
  const objectId = conversation_id === null ? undefined : await conversations.personOf(conversation_id);
  return objectId === undefined ? undefined : { objectId };
};

/** The card that everybody in a conversation sees, which brings those whom it concerns their own views of it. */
export const sharedCard = async (
  connector: Pick<Connector, 'accounts'>,
  at: ConversationRef,
  { card, views }: Rendered,
): Promise<CardJson> => {
  if (!views) return card;
  const { action, people, others } = views;
  const first = new Set(people.map((id) => id.toLowerCase()));
  const asked = [...first, ...(others?.people ?? []).filter((id) => !first.has(id))];
  const isViewer = (id: string): boolean => first.has(id) || others?.may(id) === true;
  return withRefresh(card, action, await connector.accounts(at, asked, MOST_VIEWERS, isViewer));
};

/** For whom buttons are. */
export interface PressRules {
  /** @returns undefined for a button that is for everybody */
  ruleOf(press: ButtonPress): PressRule | undefined;
  /** Directory object ids of everybody whom the policy names. */
  people(): readonly string[];
}

/** One drawing of a subject. */
interface Drawing {
  readonly subject: string;
  readonly face: string;
  readonly words: Words;
  readonly viewer: Viewer | undefined;
}

/**
 * The card with only those buttons that its viewer may press; on the card that several people see, those that everybody may press.
 * Whoever may press more gets it by their own view, or by the shared card's last button.
 */
export const withOwnButtons = (
  drawn: Rendered,
  { subject, face, words, viewer }: Drawing,
  { ruleOf, people }: PressRules,
): Rendered => {
  const { card, pressers } = drawn;
  const mayPress =
    (objectId: string) =>
    (press: ButtonPress): boolean =>
      (pressers?.may(objectId) ?? true) && (ruleOf(press)?.(presserOf(objectId)) ?? true);
  const { card: shared, hidden } = withoutRefused(card, mayPress(NOBODY));
  if (hidden.length === 0) return drawn;
  const action = drawn.views?.action ?? { verb: VIEW, data: { of: subject, face } };
  const concerned = drawn.views?.people ?? [];
  if (viewer) {
    const own = withoutRefused(card, mayPress(viewer.objectId));
    const views: Views = { action, people: concerned };
    return { ...drawn, card: own.card, views, ...(own.hidden.length < hidden.length ? { hasOwn: true } : {}) };
  }
  const rules = hidden.map((press) => ruleOf(press) ?? (() => true));
  const others = pressers ?? { people: people(), may: (id: string) => rules.some((rule) => rule(presserOf(id))) };
  const views: Views = { action, people: concerned, others: either(others, drawn.views?.others) };
  if (drawn.views) return { ...drawn, card: shared, views };
  return { ...drawn, card: withViewButton(shared, words.plain('cards.view.more'), views.action.data), views };
};

const either = (some: Pressers, more: Pressers | undefined): Pressers =>
  more ? { people: [...some.people, ...more.people], may: (id) => some.may(id) || more.may(id) } : some;

const presserOf = (objectId: string): Presser => ({ who: { objectId }, where: { kind: 'channel' } });
