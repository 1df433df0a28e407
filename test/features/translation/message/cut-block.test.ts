import { cutBlock, joinParts } from '#features/translation/message/cut-block.ts';
import { type Block, blocksOf, plainOf } from '#features/translation/message/document.ts';
import { readBlock } from '#features/translation/message/read-block.ts';
import { readMessage } from '#features/translation/message/read-message.ts';
import { sentLength, writeBlock } from '#features/translation/message/write-block.ts';

const blockOf = (content: string): Block =>
  blocksOf(readMessage({ kind: 'html', content }))[0] ?? { role: 'paragraph', parts: [] };
const said = (pieces: readonly Block[]) => pieces.map(({ parts }) => plainOf(parts));

it('a block that fits is not cut', () => {
  const block = blockOf('<p>One. Two.</p>');
  expect(cutBlock(block, 100)).toEqual([block]);
});

it('a block is cut between sentences into pieces as long as possible', () => {
  expect(said(cutBlock(blockOf('<p>One is here. Two is here. Three.</p>'), 34))).toEqual([
    'One is here. Two is here. ',
    'Three.',
  ]);
});

it('a long sentence is cut between words, a long word between graphemes', () => {
  const family = '👨‍👩‍👧‍👦';
  const pieces = said(cutBlock({ role: 'paragraph', parts: [{ is: 'text', text: `to ${family.repeat(9)}` }] }, 40));
  expect(pieces.join('')).toBe(`to ${family.repeat(9)}`);
  expect(pieces.filter((piece) => piece.replace('to ', '').length % family.length !== 0)).toEqual([]);
});

it('a link across a cut is joined again', () => {
  const block = blockOf('<p>Read <a href="https://a.example/x">this first. And <b>that later. Or never</b></a>.</p>');
  const pieces = cutBlock(block, 80);
  expect(pieces.length).toBeGreaterThan(1);
  expect(joinParts(pieces.map((piece) => readBlock(piece, String(writeBlock(piece))) ?? []))).toEqual(
    joinParts(cutBlock(block, 80).map(({ parts }) => parts)),
  );
  expect(JSON.stringify(joinParts(pieces.map(({ parts }) => parts)))).not.toContain('cut');
});

it('a half of a link that moved away from the other half is refused', () => {
  const [first] = cutBlock(blockOf('<p>Read <a href="https://a.example/x">this first. And that later.</a></p>'), 55);
  expect(first && readBlock(first, '<p><b id="q0-1">dies zuerst</b> lies.</p>')).toBeUndefined();
});

it('the space between pieces survives a translator that trims', () => {
  const [first] = cutBlock(blockOf('<p>One is here. Two is here.</p>'), 25);
  expect(plainOf((first && readBlock(first, '<p>Eins ist da.</p>')) ?? [])).toBe('Eins ist da. ');
});

it('a protected part is never cut, and is sent shortened', () => {
  const block = blockOf(`<p>See <code>${'x'.repeat(9_000)}</code> now.</p>`);
  expect(sentLength(block)).toBeLessThan(150);
});

it('terms are never cut', () => {
  const term = { is: 'term', phrase: 'Northwind Payments', translation: 'Nordwind' } as const;
  const block: Block = { role: 'paragraph', parts: Array.from({ length: 9 }, () => term) };
  const pieces = cutBlock(block, 250);
  expect(pieces.every((piece) => sentLength(piece) <= 250)).toBe(true);
  expect(joinParts(pieces.map(({ parts }) => parts))).toEqual(block.parts);
});
