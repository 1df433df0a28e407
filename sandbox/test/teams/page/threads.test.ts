import { fc } from '../../../../test/support/fast-check.ts';
import type { MessageView } from '../../../teams/api.ts';
import { authorsOf, foldedReplies, threadsOf } from '../../../teams/page/data/conversations.ts';
import { aMessage } from './page-store.ts';

/** Channels of all shapes: posts, replies to earlier posts, and replies whose post is not there. */
const channels = fc
  .array(fc.option(fc.nat(29)), { maxLength: 30 })
  .map((roots) =>
    roots.map((root, at) => aMessage(`${at + 1}`, root === null ? {} : { rootId: `${root % (at + 1)}` })),
  );

it('every message is in exactly one thread', () => {
  const inOneThread = (messages: MessageView[]): void => {
    const shown = threadsOf(messages).flatMap(({ root, replies }) => [root, ...replies]);
    expect(shown.map(({ id }) => id).sort()).toEqual(messages.map(({ id }) => id).sort());
  };
  fc.assert(fc.property(channels, inOneThread));
});

it('threads and their replies are in the order of their messages', () => {
  const areInOrder = (messages: MessageView[]): void => {
    const threads = threadsOf(messages);
    for (const shown of [threads.map(({ root }) => root), ...threads.map(({ replies }) => replies)]) {
      const ids = shown.map(({ id }) => Number(id));
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    }
  };
  fc.assert(fc.property(channels, areInOrder));
});

it('a reply is under its post', () => {
  const [thread] = threadsOf([aMessage('1'), aMessage('2'), aMessage('3', { rootId: '1' })]);
  expect(thread?.replies.map(({ id }) => id)).toEqual(['3']);
});

it('a reply whose post is missing is a thread of its own', () => {
  expect(threadsOf([aMessage('3', { rootId: '1' })]).map(({ root }) => root.id)).toEqual(['3']);
});

it('a thread folds three replies or more, and never the last two', () => {
  for (let count = 0; count < 40; count += 1) {
    const folded = foldedReplies(count);
    expect(folded === 0 || folded >= 3).toBe(true);
    expect(count - folded).toBeGreaterThanOrEqual(Math.min(count, 2));
    expect(count - folded).toBeLessThanOrEqual(4);
  }
});

it.each([
  [['Bo'], 'Bo'],
  [['Bo', 'Cy', 'Bo'], 'Bo and Cy'],
  [['Bo', 'Cy', 'Di'], 'Bo, Cy and 1 other'],
  [['Bo', 'Cy', 'Di', 'Cy', 'Ed'], 'Bo, Cy and 2 others'],
])('the authors of replies by %s are “%s”', (names, words) => {
  const replies = names.map((name, at) => aMessage(`${at}`, { from: { kind: 'person', key: name, name } }));
  expect(authorsOf(replies)).toBe(words);
});
