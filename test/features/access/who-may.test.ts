import { findRule, type RuleQuestion } from '#engine/changes/decision/rules.ts';
import type { Assignment } from '#features/access/assignments.ts';
import { kitsFor, linesOf } from '#features/access/batch/lines.ts';
import { kitsOf } from '#features/access/policy.ts';
import { removableAccess } from '#features/access/removal/removable-access.ts';
import {
  BREAK_GLASS,
  GRANT,
  mayRequest,
  mayRequestSomething,
  requireRequestable,
} from '#features/access/requestable.ts';
import type { Services } from '#features/feature.ts';
import { people } from '../../../sandbox/world.ts';
import cases from '../../fixtures/access/who-may.json' with { type: 'json' };
import { policyWith } from '../../support/shipped-policy.ts';

type Key = keyof typeof people;
const idOf = (key: string): string => people[key as Key].objectId;

const servicesWith = (...piece: Parameters<typeof policyWith>): Services => {
  const policy = policyWith(...piece);
  const mayAsk = (question: RuleQuestion): boolean => findRule(policy, question) !== undefined;
  return { policy: { current: () => policy }, changes: { mayAsk } } as unknown as Services;
};
const services = servicesWith();

it.each(cases.requests)('$what may be requested: $is', ({ requester, concerned, kind, role, place, is }) => {
  expect(mayRequest(services, kind, { role, place }, idOf(requester), idOf(concerned))).toBe(is);
});

it.each([
  [GRANT, 'access.form.nothing'],
  [BREAK_GLASS, 'access.breakGlass.nothing'],
])('a person to whom no rule gives anything by %s is refused, and reads who may', (kind, textKey) => {
  expect(requireRequestable(services, idOf('ana'), kind).length).toBeGreaterThan(0);
  const people = ['Ana Rossi', 'Bo Lind', 'Di Meyer'];
  expect(() => requireRequestable(services, idOf('fi'), kind)).toThrow(expect.objectContaining({ textKey, people }));
});

it('a button that requests access stands only for a person who may request anything', () => {
  const may = (key: Key, policy = services.policy.current()) => mayRequestSomething(idOf(key), policy);
  expect((['ana', 'bo', 'fi'] as const).map((key) => may(key))).toEqual([true, true, false]);
});

it.each(cases.stays)('of all access, $what', ({ held, place, role, owner, reader, stays }) => {
  const person = { objectId: idOf('ana'), name: 'Ana' };
  const at = { place: { key: place, title: 'P', scope: '/' }, role: { key: role, title: 'R', id: 'r' } };
  const one: Assignment = {
    id: '1',
    person,
    ...at,
    start: undefined,
    end: undefined,
    through: 'G',
    held: held as 'direct',
  };
  const { shown } = removableAccess(services, [one], { owner: idOf(owner), reader: idOf(reader) });
  expect(shown.map((line) => line.stays?.text)).toEqual([
    stays === null ? undefined : `access.removeAll.stays.${stays}`,
  ]);
});

it('of all access, what can be removed comes first, at most twenty lines, and the rest is counted', () => {
  const assignment = (index: number): Assignment => ({
    ...{ id: `${index}`, person: { objectId: idOf('ana'), name: 'Ana' }, start: undefined, end: undefined },
    ...{ place: { key: 'staging', title: 'P', scope: '/' }, role: { key: 'reader', title: 'R', id: 'r' } },
    ...{ held: index === 0 ? 'group' : 'direct', through: 'G' },
  });
  const all = Array.from({ length: 23 }, (_none, index) => assignment(index));
  const { shown, left } = removableAccess(services, all, { owner: idOf('ana'), reader: idOf('ana') });
  expect([shown.length, shown[0]?.assignment.id, left]).toEqual([20, '1', 3]);
});

describe('several roles at once', () => {
  const ana = { objectId: idOf('ana'), name: 'Ana' };
  const fi = { objectId: idOf('fi'), name: 'Fi' };
  const RULE = 'when: { role: [reader, contributor] }\n      ask';
  const without = servicesWith(RULE, 'when: { role: [reader, contributor], place: [payments, ledger] }\n      ask');
  const [kit] = kitsOf(services.policy.current());
  const named = (lines: ReturnType<typeof linesOf>['lines']) =>
    lines.map(({ role, place, allowed }) => `${role.key} ${place.key} ${allowed}`);

  it('a line of a kit stays although it is not allowed, and one of chosen roles and places does not', () => {
    const wanted = { kit, roles: ['reader'], places: ['gateway', 'ledger'], people: [ana] };
    const { lines, missing } = linesOf(without, ana.objectId, wanted);
    const ofKit = ['reader payments true', 'contributor gateway false', 'contributor ledger true'];
    expect([named(lines), named(missing)]).toEqual([[...ofKit, 'reader ledger true'], ['reader gateway false']]);
  });

  it.each([
    ['a person who may ask for a line of it', ana, ana, true],
    ['a person who may ask for none of it', fi, fi, false],
    ['a person for whom nobody may ask for it', ana, fi, false],
  ])('a kit is offered to %s: %s', (_whom, requester, receiver, is) => {
    expect(kitsFor(without, requester.objectId, [receiver.objectId]).length > 0).toBe(is);
  });
});
