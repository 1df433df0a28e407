import type { Words } from '#platform/texts/texts.ts';
import {
  type ButtonPress,
  type PressRule,
  SHARED,
  VIEW,
  type ViewContext,
  withoutRefused,
  withViewButton,
} from '#teams/cards/buttons.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { MOST_VIEWERS, withRefresh } from '#teams/cards/rendered-card.ts';
import type { Connector, ConversationRef } from '#teams/connector/connector.ts';
import type { Rendered, Viewer, Viewers, Views } from './renderer.ts';
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

/** The shared card of a conversation, which brings the people concerned their own views of it. */
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

/** Who may press which buttons. */
export interface PressRules {
  /** @returns undefined for a button that is for everybody */
  ruleOf(press: ButtonPress): PressRule | undefined;
  /** Directory object ids of all people named in the policy. */
  people(): readonly string[];
}

/** One drawing of a subject. */
interface Drawing {
  readonly subject: string;
  readonly variant: string;
  readonly words: Words;
  readonly viewer: Viewer | undefined;
}

/** The card with the buttons that its viewer, or everybody who sees it, may press; others have an own view or its last button. */
export const withOwnButtons = (
  drawn: Rendered,
  { subject, variant, words, viewer }: Drawing,
  { ruleOf, people }: PressRules,
): Rendered => {
  const { card, viewers } = drawn;
  const mayPress =
    (objectId: string) =>
    (press: ButtonPress): boolean =>
      (viewers?.may(objectId) ?? true) && (ruleOf(press)?.(contextOf(objectId)) ?? true);
  const { card: shared, hidden } = withoutRefused(card, mayPress(SHARED));
  if (hidden.length === 0) return drawn;
  const action = drawn.views?.action ?? { verb: VIEW, data: { of: subject, face: variant } };
  const concerned = drawn.views?.people ?? [];
  if (viewer) {
    const own = withoutRefused(card, mayPress(viewer.objectId));
    const views: Views = { action, people: concerned };
    return { ...drawn, card: own.card, views, ...(own.hidden.length < hidden.length ? { hasOwn: true } : {}) };
  }
  const rules = hidden.map((press) => ruleOf(press) ?? (() => true));
  const others = viewers ?? { people: people(), may: (id: string) => rules.some((rule) => rule(contextOf(id))) };
  const views: Views = { action, people: concerned, others: either(others, drawn.views?.others) };
  if (drawn.views) return { ...drawn, card: shared, views };
  return { ...drawn, card: withViewButton(shared, words.plain('cards.view.more'), views.action.data), views };
};

const either = (some: Viewers, more: Viewers | undefined): Viewers =>
  more ? { people: [...some.people, ...more.people], may: (id) => some.may(id) || more.may(id) } : some;

const contextOf = (objectId: string): ViewContext => ({ who: { objectId }, where: { kind: 'channel' } });
