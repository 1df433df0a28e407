import MarkdownIt from 'markdown-it';
import { seededRandom } from './seeded-random.ts';

/** A reader that takes more for Markdown than Teams does: raw HTML, addresses without brackets, tables. */
const reader = new MarkdownIt({ html: true, linkify: true });
reader.linkify.set({ fuzzyEmail: false, fuzzyIP: true, fuzzyLink: false });

/** What a reader makes of a text: the kinds of node beside plain paragraphs, and the letters that are left. */
export const readMarkdown = (text: string): { readonly nodes: readonly string[]; readonly letters: string } => {
  const tokens = reader.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  const nodes = tokens.map(({ type }) => type).filter((type) => !PLAIN.has(type));
  const letters = tokens
    .map(({ type, content }) => (type === 'text' || type === 'text_special' ? content : BREAKS.has(type) ? '\n' : ''))
    .join('');
  return { nodes, letters };
};

const BREAKS = new Set(['softbreak', 'hardbreak', 'paragraph_close']);
const PLAIN = new Set([
  'inline',
  'text',
  'text_special',
  'softbreak',
  'hardbreak',
  'paragraph_open',
  'paragraph_close',
]);

/** Letters without the joiner that keeps addresses from becoming links, and with every gap as one space. */
export const plainLetters = (text: string): string => text.replaceAll('\u200d', '').replace(/\s+/g, ' ').trim();

/** What hostile people write: each piece means something to Markdown, to a template, to Teams or to a reader's eye. */
const PIECES = [
  ...['*', '**', '_', '__', '~', '~~', '`', '```', '\\', '|', '!', '#', '# ', '- ', '+ ', '* ', '---', '===', '> '],
  ...['1. ', '12) ', '[x](https://evil.example)', '![x](https://evil.example/a.png)', '<https://evil.example>'],
  ...[
    'https://evil.example/a?b=c',
    'HTTP://evil.example',
    'ftp://evil.example',
    'www.evil.example',
    '[a]: https://b.example',
  ],
  ...['<at>Bo Lind</at>', '&lt;at&gt;Bo&lt;/at&gt;', '&amp;', '&#42;x&#42;', '<b>bold</b>', '<!-- x -->', '<script>'],
  ...['${x}', '${title}', '$' + '{json(x)}', '{{DATE(2026-01-01T00:00:00Z)}}', '{0}', "'{", '}}', '"', '\\"', '%s'],
  ...['\u202etxt.exe', '\u200b', '\u2066', '\u0007', '\n', '\n\n', '\r\n', '\n    ', '\n\t', ':--', '-|-', 'a|b'],
  ...[
    'Ana',
    ' ',
    'payments',
    '5 days',
    'ü',
    '漢字',
    '👩‍👩‍👧',
    'e\u0301',
    '🇨🇭',
    'mailto:a@b.example',
    'javascript:alert(1)',
  ],
];

/** @param seed the same seed gives the same text, of up to a dozen pieces */
export const hostileText = (seed: number): string => {
  const random = seededRandom(seed);
  const count = 1 + Math.floor(random() * 12);
  return Array.from({ length: count }, () => PIECES[Math.floor(random() * PIECES.length)] ?? '').join('');
};
