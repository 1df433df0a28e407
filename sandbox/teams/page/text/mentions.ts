import type { MessageView } from '../../api.ts';

/** The marks around a mention on its way through Markdown: private-use letters, the first after an @ to stop at. */
export const mentionOpen = '@\uE000';
export const mentionClose = '\uE001';
const marks = /[\uE000\uE001]/g;

interface Mention {
  /** As in the text: `<at>…</at>`. */
  readonly text: string;
  readonly name: string;
}

/** Replaces every mention in a text by its marked name; marks that were there before are dropped. */
export const markMentions = (text: string, mentions: readonly Mention[]): string => {
  const clean = text.replace(marks, '');
  return mentions.reduce((marked, { text: at, name }) => {
    const shown = `${mentionOpen}${name}${mentionClose}`;
    return at ? marked.replaceAll(at, () => shown) : marked;
  }, clean);
};

interface CardNode {
  type?: unknown;
  text?: unknown;
  facts?: unknown;
  msteams?: { entities?: unknown };
}

const isNode = (value: unknown): value is CardNode => typeof value === 'object' && value !== null;

const mentionsOf = (card: CardNode): Mention[] => {
  const entities = card.msteams?.entities;
  if (!Array.isArray(entities)) return [];
  return entities.flatMap((entity: { type?: string; text?: string; mentioned?: { name?: string } }) =>
    entity.type === 'mention' && entity.text
      ? [{ text: entity.text, name: entity.mentioned?.name ?? entity.text }]
      : [],
  );
};

/** A copy of a card whose TextBlocks and facts have their mentions (`msteams.entities`) marked, as Teams draws them. */
export const markCardMentions = (card: unknown): unknown => {
  if (!isNode(card)) return card;
  const mentions = mentionsOf(card);
  if (mentions.length === 0) return card;
  const mark = (value: unknown) => (typeof value === 'string' ? markMentions(value, mentions) : value);
  return JSON.parse(JSON.stringify(card), (_key, value: unknown) => {
    if (!isNode(value)) return value;
    if (value.type === 'TextBlock') return { ...value, text: mark(value.text) };
    if (value.type !== 'FactSet' || !Array.isArray(value.facts)) return value;
    return { ...value, facts: value.facts.map((fact: { value?: unknown }) => ({ ...fact, value: mark(fact.value) })) };
  });
};

/** A message's text as its author typed it: every mention with an @ before the name. */
export const typedText = ({ text = '', mentions = [] }: Pick<MessageView, 'text' | 'mentions'>): string =>
  mentions.reduce((typed, { text: at, name }) => (at ? typed.replaceAll(at, () => `@${name}`) : typed), text);
