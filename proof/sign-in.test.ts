import { stormFaults, type Vote } from './sign-in/laws.ts';
import { type Press, press, type Request, type Session, visit, worlds } from './sign-in/model.ts';

const NOW = Date.parse('2026-03-02T09:00:00.000Z');
const MINUTE = 60_000;
const [world] = worlds;
if (!world) throw new Error('there is no policy');

const requestOf = (): Request => ({ id: 'r', role: 'reader', state: 'waiting', terms: 1, days: 5, votes: new Set() });
const sessionOf = (more: Partial<Session> = {}): Session => ({
  ...{ id: 's', address: '', person: 'bo', request: 'r', terms: 1, wanted: '', context: undefined, maxAge: 5 },
  ...{ askedAt: NOW, state: 'signed', authTime: NOW, contexts: [], code: 's.code' },
  ...more,
});
const pressOf = (session: Session | undefined, more: Partial<Press> = {}): Press => ({
  ...{ request: requestOf(), person: 'bo', terms: 1, days: undefined },
  proof: session && { is: 'code', session },
  ...more,
});

it.each<[string, Press, string]>([
  ['without anything is asked', pressOf(undefined), 'asked'],
  ['with its sign-in counts', pressOf(sessionOf()), 'counted'],
  ['with somebody else’s does not', pressOf(sessionOf({ person: 'cy' })), 'refused'],
  ['with one for another request does not', pressOf(sessionOf({ request: 'other' })), 'refused'],
  ['with one for other terms does not', pressOf(sessionOf({ terms: 2 })), 'refused'],
  ['with a used one does not', pressOf(sessionOf({ state: 'used' })), 'refused'],
  ['with an old one does not', pressOf(sessionOf({ authTime: NOW - 6 * MINUTE })), 'refused'],
  ['with one that was asked for long ago does not', pressOf(sessionOf({ askedAt: NOW - 10 * MINUTE })), 'refused'],
  ['on terms that have changed does nothing', pressOf(sessionOf(), { terms: 0 }), 'nothing'],
])('in the model a press %s', (_what, given, outcome) => {
  expect(press(given, world, NOW)).toBe(outcome);
});

it('in the model a window gives a code to its person only, once', () => {
  const completes = { how: 'completes', authTime: NOW, contexts: [] } as const;
  const session = sessionOf({ state: 'open' });
  expect(visit(session, { ...completes, as: 'cy' }, NOW)).toBe(false);
  expect(visit(session, { ...completes, as: 'bo' }, NOW)).toBe(true);
  expect(visit(session, { ...completes, as: 'bo' }, NOW)).toBe(false);
});

const vote = (more: Partial<Vote> = {}): Vote => ({
  ...{ request: 'r', person: 'bo', signIn: { id: 's', way: 'code' } },
  ...more,
});
it.each<[string, readonly Vote[], readonly Press[], number]>([
  ['a vote by its own sign-in is none', [vote()], [pressOf(sessionOf())], 0],
  ['a vote that no press could give', [vote({ person: 'cy' })], [pressOf(sessionOf())], 1],
  ['a vote without a sign-in', [vote({ signIn: undefined })], [pressOf(sessionOf())], 1],
  ['a vote by another sign-in', [vote({ signIn: { id: 'other', way: 'code' } })], [pressOf(sessionOf())], 1],
  ['two votes by one sign-in', [vote(), vote()], [pressOf(sessionOf())], 1],
  ['two votes by one token', [1, 2].map((n) => vote({ signIn: { id: `s${n}`, way: 'token' } })), tokenPresses(), 1],
])('in a storm, %s (violations)', (_what, votes, presses, faults) => {
  expect(stormFaults(votes, presses, world, NOW)).toHaveLength(faults);
});

function tokenPresses(): readonly Press[] {
  const token = { jwt: 'one', person: 'bo', authTime: NOW, contexts: [], used: false } as const;
  return ['s1', 's2'].map((id) => pressOf(undefined, { proof: { is: 'token', session: sessionOf({ id }), token } }));
}
