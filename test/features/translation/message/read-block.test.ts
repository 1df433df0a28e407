import { type Block, blocksOf, plainOf } from '#features/translation/message/document.ts';
import { readBlock, readPlain } from '#features/translation/message/read-block.ts';
import { readMessage } from '#features/translation/message/read-message.ts';
import { sentLength, writeBlock, writePlain } from '#features/translation/message/write-block.ts';

const blockOf = (content: string): Block =>
  blocksOf(readMessage({ kind: 'html', content }))[0] ?? { role: 'paragraph', parts: [] };

const block = blockOf('<p>Ask <at id="0">Ana</at> for <a href="https://a.example/x">the <b>book</b></a> by 10:30</p>');
const KEPT = (id: number, inside: string) => `<i class="notranslate" id="q0-${id}">${inside}</i>`;
const SENT = `<p>Ask ${KEPT(1, 'Ana')} for <b id="q0-2">the <b id="q0-3">book</b></b> by ${KEPT(4, '10:30')}</p>`;

it('a block is sent as one element with an id for each part, without the tags of the message', () => {
  expect(writeBlock(block)).toBe(SENT);
});

it('protected parts are restored where the translator put them', () => {
  const parts = readBlock(
    block,
    `<p>Bis ${KEPT(4, 'halb elf')} <b id='q0-2'>das <b id="q0-3">Buch</b></b> von ${KEPT(1, '')}</p>`,
  );
  expect(plainOf(parts ?? [])).toBe('Bis 10:30 das Buch von Ana');
});

it.each([
  ['a part is missing', SENT.replace(KEPT(1, 'Ana'), '')],
  ['a part is there twice', SENT.replace('Ask ', `Ask ${KEPT(1, 'Ana')}`)],
  ['a part is there as words once more', SENT.replace('by', '10:30 by')],
  ['an id is unknown', SENT.replace('q0-1', 'q0-9')],
  ['an element has another name', SENT.replace(/<(\/?)i/g, '<$1em')],
  ['tags cross', SENT.replace('book</b></b>', 'book</b> by</p></b>')],
  ['a part moved into the link', SENT.replace(KEPT(1, 'Ana'), '').replace('the ', `the ${KEPT(1, 'Ana')}`)],
  ['formatting left the link', SENT.replace('<b id="q0-3">book</b></b>', '</b><b id="q0-3">book</b>')],
  ['the link has no words', SENT.replace('the <b id="q0-3">book</b></b>', '</b><b id="q0-3">book</b>')],
  ['an element came in', SENT.replace('Ask', '<at id="0">Eve</at>')],
  ['an address came in', SENT.replace('Ask', 'Ask https://evil.example')],
  ['a comment came in', SENT.replace('Ask', '<!-- x -->')],
  ['the whole is not one element', SENT + SENT],
  ['no words are left', SENT.replace(/Ask|for|the|book|by/g, '')],
  ['it ends early', SENT.slice(0, -8)],
])('a translation in which %s is refused', (_name, answer) => {
  expect(readBlock(block, answer)).toBeUndefined();
});

it('text that looks like an id or the markup of the vendor stays text', () => {
  const tricky = blockOf(
    '<p>q0-1 &lt;i id="q1-1"&gt; &lt;mstrans:dictionary translation="x"&gt;y&lt;/mstrans:dictionary&gt; and 5</p>',
  );
  const sent = String(writeBlock(tricky));
  expect(sent).not.toMatch(/<mstrans|<i id/);
  expect(sent).toContain('id="q2-');
  expect(readBlock(tricky, sent)).toBe(tricky.parts);
});

it('a term is sent as a dictionary entry, and its translation comes back as text', () => {
  const terms: Block = {
    role: 'paragraph',
    parts: [
      { is: 'text', text: 'The ' },
      { is: 'term', phrase: 'R&D', translation: 'F&E' },
    ],
  };
  expect(writeBlock(terms)).toEqual(['<p>The ', { phrase: 'R&D', translation: 'F&E' }, '</p>']);
  expect(sentLength(terms)).toBe(
    '<p>The <vendortrans:dictionary translation="F&amp;E">R&amp;D</vendortrans:dictionary></p>'.length,
  );
  expect(readBlock(terms, '<p>Die F&amp;E</p>')).toEqual([{ is: 'text', text: 'Die F&E' }]);
});

describe('plain text', () => {
  const plain = blockOf('<p>Call 2 people by 10:30 👍</p>');

  it('plain text is sent for blocks without formatting only', () => {
    expect(writePlain(plain)).toBe('Call 2 people by 10:30 👍');
    for (const content of ['<b>a</b> b', 'a <code>b</code>', '<at>Ana</at> b', 'a &lt;b']) {
      expect(writePlain(blockOf(`<p>${content}</p>`))).toBeUndefined();
    }
  });

  it('plain text keeps protected parts, in any order', () => {
    const parts = readPlain(plain, 'Bis 10:30 👍 ruf 2 Leute an, oder 3') ?? [];
    expect(parts.flatMap((part) => (part.is === 'kept' ? [part.source] : []))).toEqual(['10:30', '👍', '2']);
  });

  it.each([
    'Ruf 2 Leute an 👍',
    'Ruf 2 oder 2 Leute bis 10:30 👍',
    '2 10:30 👍 https://evil.example',
    '10:30 👍 2',
    '',
  ])('plain text refuses the translation “%s”', (answer) => {
    expect(readPlain(plain, answer)).toBeUndefined();
  });
});
