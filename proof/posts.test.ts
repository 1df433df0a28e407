import { testViolations } from './lib/testing.ts';
import { DENIED, type PostHistory, postViolations } from './posts/invariants.ts';

describe('postViolations', () => {
  const extra = {
    place: 'approvals',
    told: 'Cy Okafor already denied this today 14:05.',
    says: DENIED,
    asks: false,
  };
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

  testViolations(postViolations, 'one copy for one lost answer', right, [
    ['a delivery that was never made', { copies: [card] }],
    ['a message that is not in Teams', { copies: [card, { ...word, says: undefined }] }],
    ['a message without the final state', { copies: [card, { ...word, says: 'Waiting' }] }],
    ['an extra copy more than answers were lost', { extras: [extra, extra] }],
    ['an extra copy in a place where no answer was lost', { lost: { 'a chat': 1 } }],
    ['an extra copy after SIGTERM', { drained: true }],
    ['a press with a second effect', { verdicts: ['deny', 'approve'], state: 'done' }],
    ['a press whose answer is not the final state', { extras: [{ ...extra, told: 'nothing' }] }],
    ['an extra copy without the final state', { extras: [{ ...extra, says: 'Waiting' }] }],
    ['an extra copy that still has buttons to decide', { extras: [{ ...extra, asks: true }] }],
  ]);
});
