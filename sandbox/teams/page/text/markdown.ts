import MarkdownIt from 'markdown-it';
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

/** Draws what `markMentions` has marked as a coloured name. */
const withMentions = (markdown: InstanceType<typeof MarkdownIt>) => {
  markdown.inline.ruler.before('text', 'mention', (state, silent) => {
    if (!state.src.startsWith(mentionOpen, state.pos)) return false;
    const end = state.src.indexOf(mentionClose, state.pos);
    if (end < 0) return false;
    if (!silent) state.push('mention', '', 0).content = state.src.slice(state.pos + mentionOpen.length, end);
    state.pos = end + mentionClose.length;
    return true;
  });
  markdown.renderer.rules['mention'] = (tokens, index) =>
    `<span class="mention">${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</span>`;
  return markdown;
};

const withNewTabs = (markdown: InstanceType<typeof MarkdownIt>) => {
  markdown.renderer.rules['link_open'] = (tokens, index, options, _env, renderer) => {
    tokens[index]?.attrSet('target', '_blank');
    tokens[index]?.attrSet('rel', 'noopener noreferrer');
    return renderer.renderToken(tokens, index, options);
  };
  return markdown;
};

const rich = withNewTabs(withMentions(new MarkdownIt({ html: false, linkify: true, breaks: true })));
const plain = withNewTabs(withMentions(new MarkdownIt('zero', { html: false, linkify: true }).enable(['linkify'])));

/** Markdown to HTML, with HTML inside it shown as text; mentions are marked beforehand by `markMentions`. */
export const markdownToHtml = (text: string): string => rich.render(text);

/** Text as typed to HTML: only addresses, mentions and code between ``` are more than letters. */
export const plainToHtml = (text: string): string =>
  text
    .split(fencedCode)
    .map((part, index) => (index % 2 === 0 ? plain.renderInline(part) : codeBlock(part)))
    .join('');

/** Splits a text into what is outside and, at the odd places, what is inside. */
const fencedCode = /\n?```(?:[\w-]{0,20}\n)?([\s\S]*?)\n?```\n?/;

const codeBlock = (code: string): string => `<pre><code>${plain.utils.escapeHtml(code)}</code></pre>`;
