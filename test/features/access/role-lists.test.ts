import type { Assignment } from '#features/access/assignments.ts';
import { assignmentsCard } from '#features/access/cards/assignments-card.ts';
import { rolesCard } from '#features/access/cards/roles-card.ts';
import type { DescribedRole } from '#features/access/requestable.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import { loadTexts } from '#platform/texts/texts.ts';

const words = loadTexts().for('en');
const assignment: Assignment = {
  id: 'h1',
  person: { objectId: 'ana', name: 'Ana' },
  role: { key: 'reader', title: 'Reader', id: 'r' },
  place: { key: 'payments', title: 'Payments', scope: '/' },
  start: undefined,
  end: undefined,
  held: 'direct',
  through: '',
};
const role = { role: { title: 'Reader' }, place: { title: 'Payments' }, about: '', exists: true } as DescribedRole;
const turnTo = (page: number) => ({ verb: 'turn', data: { page } });

it('a list of assignments that has shrunk shows its last page', () => {
  const view = { title: NO_TEXT, empty: NO_TEXT, page: 4, showPerson: true, now: 0, buttons: [] };
  const card = assignmentsCard({ ...view, assignments: [assignment], turnTo }, words);
  expect(JSON.stringify(card)).toContain('Reader on Payments');
});

it('a list of requestable roles that has shrunk shows its last page', () => {
  expect(JSON.stringify(rolesCard([role], 4, turnTo, words))).toContain('Reader on Payments');
});
