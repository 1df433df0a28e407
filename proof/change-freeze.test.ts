import { falseCopies, type ShownCopy, type Trace, violationsOf } from './change-freeze/laws.ts';
import { planBy } from './change-freeze/plan.ts';
import { diceOf } from './lib/dice.ts';
import { testViolations } from './lib/testing.ts';

it('every run has a freeze', () => {
  const all = Array.from({ length: 200 }, (_, run) => planBy(diceOf(5, run + 1)));
  expect(all.filter(({ acts }) => !acts.some(({ kind }) => kind === 'freeze'))).toEqual([]);
});

const request = {
  ...{ id: 'r', ref: 'R-1', place: 'ledger', asker: 'ana', state: 'done', code: undefined },
  call: { begun: 9 },
};
const freeze = { id: 'f', place: 'payments', confirmed: 10, ending: 20 };
const entry = (target: string, event: string, actor = 'bo') => ({ target, event, actor });
const good: Trace = {
  entries: [
    entry('r', 'asked'),
    entry('r', 'approved'),
    entry('f', 'frozen'),
    entry('f', 'unfrozen'),
    entry('r', 'done'),
  ],
  freezes: [freeze],
  requests: [request],
  revoked: [],
};

testViolations(violationsOf, 'an approval before the freeze', good, [
  ['a freeze that the audit does not have', { entries: [entry('r', 'asked'), entry('r', 'approved')] }],
  ['a request during the freeze', { entries: [entry('f', 'frozen'), entry('r', 'asked')] }],
  [
    'an approval during the freeze',
    { entries: [entry('f', 'frozen'), entry('r', 'approved'), entry('f', 'unfrozen')] },
  ],
  ['an approval below a frozen place', { entries: [entry('f', 'frozen'), entry('r', 'one of several approvals')] }],
  ['a call that begins during the freeze', { requests: [{ ...request, call: { begun: 11 } }] }],
  [
    'an approval after its requester was revoked',
    {
      entries: [entry('r', 'asked'), entry('ana 1', 'access revoked'), entry('r', 'approved')],
      freezes: [],
      revoked: [{ person: 'ana', target: 'ana 1', underWay: [] }],
    },
  ],
  [
    'an approval that its approver’s revocation left',
    {
      entries: [entry('r', 'asked'), entry('r', 'one of several approvals'), entry('bo 1', 'access revoked')],
      freezes: [],
      revoked: [{ person: 'bo', target: 'bo 1', underWay: [] }],
    },
  ],
  [
    'a grant that the revocation does not name',
    {
      entries: [entry('r', 'asked'), entry('r', 'approved'), entry('ana 1', 'access revoked'), entry('r', 'done')],
      freezes: [],
      revoked: [{ person: 'ana', target: 'ana 1', underWay: [] }],
    },
  ],
]);

const copy: ShownCopy = { ref: 'R-1', place: 'ledger', state: 'waiting', text: 'Frozen: nobody can approve it now' };

it.each<[string, ShownCopy, readonly (string | undefined)[], number]>([
  ['a card that says that it is frozen', copy, ['payments'], 0],
  ['a card that says so of a freeze of everything', copy, [undefined], 0],
  ['a card that hides it', { ...copy, text: 'Waiting' }, ['payments'], 1],
  ['a card that says it of another place', copy, ['staging'], 1],
  ['a card that says it of what is over', { ...copy, state: 'done' }, ['payments'], 1],
])('%s is told from one that does not', (_what, shown, frozen, wrong) => {
  expect(falseCopies([shown], frozen)).toHaveLength(wrong);
});
