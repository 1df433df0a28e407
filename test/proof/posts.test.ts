import { DENIED, type PostHistory, postViolations } from './posts/invariants.ts';
import { posts } from './posts/posts.ts';
import { proveShortly } from './short-tier.ts';

it('what the bot has to say arrives, killed or drained, with and without its answers', async () => {
  expect(await proveShortly(posts, { runs: 12, seed: 3, on: 'postgres' })).toEqual({ made: 12, violations: [] });
}, 300_000);

describe('the invariants find', () => {
  const extra = { place: 'approvals', told: 'Cy Okafor decided this before. It is denied.', says: DENIED, asks: false };
  const right: PostHistory = {
    ref: 'R-22222',
    wanted: [
      { face: 'approvers', place: 'approvals' },
      { face: 'personal', place: 'a chat' },
    ],
    copies: [
      { face: 'approvers', place: 'approvals', says: DENIED },
      { face: 'personal', place: 'a chat', says: DENIED },
    ],
    extras: [extra],
    lost: { approvals: 1 },
    verdicts: ['deny'],
    state: 'denied',
    drained: false,
  };
  const [card, word] = right.copies as [PostHistory['copies'][number], PostHistory['copies'][number]];

  it('nothing wrong with one copy for one lost answer', () => expect(postViolations(right)).toEqual([]));

  it.each<[string, Partial<PostHistory>]>([
    ['a delivery that was never made', { copies: [card] }],
    ['a message that does not stand', { copies: [card, { ...word, says: undefined }] }],
    ['a message that does not say the end', { copies: [card, { ...word, says: 'Waiting' }] }],
    ['an extra copy more than answers were lost', { extras: [extra, extra] }],
    ['an extra copy elsewhere than its answer was lost', { lost: { 'a chat': 1 } }],
    ['an extra copy after SIGTERM', { drained: true }],
    ['a press with a second effect', { verdicts: ['deny', 'approve'], state: 'done' }],
    ['a press that does not tell the end', { extras: [{ ...extra, told: 'nothing' }] }],
    ['an extra copy that is not made true', { extras: [{ ...extra, says: 'Waiting' }] }],
    ['an extra copy that still asks', { extras: [{ ...extra, asks: true }] }],
  ])('%s', (_what, wrong) => expect(postViolations({ ...right, ...wrong })).toHaveLength(1));
});
