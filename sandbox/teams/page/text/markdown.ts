import MarkdownIt from 'markdown-it';
import { mentionClose, mentionOpen } from './mentions.ts';

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
