import {
  blocksOf,
  hasWords,
  type Message,
  type Part,
  plainOf,
  wordsOf,
} from '#features/translation/message/document.ts';
import { toText } from '#features/translation/message/outline.ts';
import { readMessage } from '#features/translation/message/read-message.ts';
import cases from '../../../fixtures/translation/message-parts.json' with { type: 'json' };
import { lettersRead } from '../../../support/count-letters.ts';
import { toSource } from '../../../support/message-source.ts';

const html = (content: string) => readMessage({ kind: 'html', content });
const text = (content: string) => readMessage({ kind: 'text', content });

const flat = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => {
    if (part.is === 'mark') return [`${part.style}(`, ...flat(part.parts), ')'];
    if (part.is === 'kept') return [`${part.what}:${part.shown}`];
    return [part.is === 'text' ? part.text : part.phrase];
  });
const partsOf = (content: string) => blocksOf(html(content)).map(({ parts }) => flat(parts));

describe('the parts of a message, joined, are the message', () => {
  const messages: readonly Message[] = [
    { kind: 'html', content: '' },
    { kind: 'html', content: '<p>a &quot;b&quot; &#39;c&#39; &amp d &ltb \r\n e</p>' },
    { kind: 'html', content: '<p>open <b>and <i>crossed</b> tags</i><li>loose</p></div>' },
    { kind: 'html', content: '<style>p { color: red }</style><p>x</p><!-- note --><p>y <a hre' },
    { kind: 'html', content: `${'<b>'.repeat(500)}deep${'</b>'.repeat(500)}` },
    { kind: 'html', content: `${'<div>'.repeat(500)}never closed` },
    { kind: 'text', content: ' two \r\n\r\n- items\n```\ncode' },
  ];
  it.each(messages)('%j', (message) => {
    expect(toSource(readMessage(message))).toBe(message.content);
  });
});

it('each paragraph, line, item, heading and cell is one block', () => {
  const document = html(
    '<h2>Title</h2><p>one<br>two</p><ul><li>three</li></ul><table><tr><td>four</td></tr></table><blockquote>five</blockquote>',
  );
  expect(blocksOf(document).map(({ role, parts }) => [role, plainOf(parts)])).toEqual([
    ['heading', 'Title'],
    ['paragraph', 'one'],
    ['paragraph', 'two'],
    ['item', 'three'],
    ['cell', 'four'],
    ['quote', 'five'],
  ]);
});

it.each(cases)('keeps $what', ({ content, parts }) => {
  expect(partsOf(`<p>${content}</p>`)).toEqual([parts]);
});

it('code blocks are no text', () => {
  expect(partsOf('<pre>let x;</pre><codeblock class="js"><code>let y;</code></codeblock><p>z</p>')).toEqual([['z']]);
});

it('mentions and numbers are no words to translate', () => {
  const [greeting, figures] = blocksOf(html('<p>Hi <at id="0">Ana</at></p><p>42 👍 <code>abc</code></p>'));
  expect([greeting, figures].map((block) => block && hasWords(block))).toEqual([true, false]);
  expect(wordsOf(greeting?.parts ?? [])).toBe('Hi  ');
});

it('the name of the author of a quoted reply is protected', () => {
  expect(
    partsOf(
      '<blockquote itemtype="http://schema.skype.com/Reply"><strong itemprop="mri">Bo Vries</strong><p>so it is</p></blockquote>',
    ),
  ).toEqual([['mention:Bo Vries'], ['so it is']]);
});

it('plain text is parsed with lists, quotes, headings, mentions and code', () => {
  const document = text('<at>Steward</at> run `x 1`\n- one\n> two\n# three\n```\nfour\n```');
  expect(blocksOf(document).map(({ role, parts }) => [role, ...flat(parts)])).toEqual([
    ['paragraph', 'mention:Steward', ' run ', 'code:`x 1`'],
    ['item', 'one'],
    ['quote', 'two'],
    ['heading', 'three'],
  ]);
});

it('the plain text of a message mentions nobody', () => {
  const document = html('<p>Hi <at id="0">Ana</at>, &lt;at&gt;Bo&lt;/at&gt;</p><pre><at id="1">Cy</at></pre>');
  expect(toText(document)).toBe('Hi Ana, <\u200dat>Bo<\u200d/at>\nCy');
});

it('the plain text of HTML looks as people read it', () => {
  const document = html(
    '<h1>News</h1><ol><li>one</li><li>two<ul><li>deep</li></ul></li></ol><table><tr><td>a</td><td><ul><li>b</li></ul></td></tr></table><blockquote><p>so</p></blockquote>',
  );
  expect(toText(document)).toBe('News\n1. one\n2. two\n\u00a0\u00a0• deep\na | • b\n> so');
});

it('nested links are searched for addresses once', () => {
  const nested = (depth: number) => ({
    kind: 'html' as const,
    content: `<p>${'<a href="x">'.repeat(depth)}${'some words '.repeat(200)}${'</a>'.repeat(depth)}</p>`,
  });
  const read = (depth: number): number => lettersRead(() => readMessage(nested(depth)));
  expect(read(40)).toBeLessThan(2 * read(4));
});
