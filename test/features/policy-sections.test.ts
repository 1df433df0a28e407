import cases from '../fixtures/policies/broken-sections.json' with { type: 'json' };
import mistakes from '../fixtures/policies/mistakes.json' with { type: 'json' };
import { problemsWith, readPolicyText, shipped } from '../support/shipped-policy.ts';

/** One piece of the shipped policy, broken; the problem is to be told in the line of `where`, with this remedy. */
type Case = (typeof cases)[number];

const broken = ({ what, piece, by }: Case): string => {
  if (!shipped.includes(piece)) throw new Error(`the shipped policy has no ${piece}`);
  // An escalation would bring people who are enough, and further lines with the same fault.
  const text = shipped.replace(/\n +# Those who have not[^\n]*\n +remind:.*\n +escalate:.*/, '').replace(piece, by);
  const within = text.indexOf('- name: sensitive');
  const without = (key: string) => text.slice(0, within) + text.slice(within).replace(new RegExp(`\n +${key}: .*`), '');
  if (what === 'one person who is to stand for two groups') return text.replace('auditors: [fi]', 'auditors: [cy]');
  if (what === 'approvals without deciders') return without('decide');
  return what === 'approvals without a place for the card' ? without('card') : text;
};

const problemsOf = (text: string) => {
  const reading = readPolicyText(text);
  return reading.ok ? [] : reading.problems;
};

it('the shipped policy, which the cases break, has no problem', () => {
  expect(problemsOf(shipped)).toEqual([]);
});

/** The line of the file as it was broken in which this piece stands. */
const lineOf = (text: string, piece: string): number => text.slice(0, text.indexOf(piece)).split('\n').length;

it.each(cases)('$what is told with its line and what to write', (one) => {
  const { remedy, where } = one;
  const text = broken(one);
  expect(problemsOf(text)).toContainEqual(
    expect.objectContaining({
      line: lineOf(text, where),
      message: expect.stringMatching(/\S/),
      remedy: expect.stringMatching(new RegExp(remedy)),
    }),
  );
});

it.each(cases)('$what is told beside nothing that has another cause', (one) => {
  const text = broken(one);
  const lines = problemsOf(text).map(({ line }) => line);
  expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(3);
});

it.each(mistakes)('of $section $what is reported alone, with its line and what to write', ({ piece, by, remedy }) => {
  expect(problemsWith(piece, by)).toEqual([
    expect.objectContaining({ line: expect.any(Number), remedy: expect.stringMatching(new RegExp(remedy)) }),
  ]);
});

it('a chain of accounts is told with the first one', () => {
  const text = shipped
    .replace('email: fi@northwind.example', 'same as: di')
    .replace('email: di@northwind.example', 'email: di@northwind.example, same as: ana');
  expect(problemsOf(text)).toEqual([expect.objectContaining({ remedy: 'write the first account: ana' })]);
});

it('a later rule may ask for fewer approvals of a role that an earlier one takes whole', () => {
  const strict = `    - name: owners need two
      change: access.grant
      when: { role: owner }
      ask: [payments, platform]
      approvals: { security: 1, platform: 1 }
      card: approvals
    - name: sensitive`;
  const text = shipped
    .replace('title: Owner', 'approvals: 2\n      title: Owner')
    .replace('    - name: sensitive', strict);
  expect(problemsOf(text)).toEqual([]);
  expect(
    problemsOf(text.replace('ask: [payments, platform]\n      approvals', 'ask: [payments]\n      approvals')),
  ).toEqual([expect.objectContaining({ message: expect.stringContaining('"owner" needs 2 approvals') })]);
});

it('two rules of one name are told, since cards and the audit go by the name', () => {
  const text = shipped.replace('name: payments roles', 'name: sensitive roles need security');
  expect(problemsOf(text)).toEqual([expect.objectContaining({ remedy: 'give each rule a name of its own' })]);
});

it('all of a section’s slips are told at once, in the order of their lines', () => {
  const text = shipped
    .replace('max: 14 days', 'max: fortnight')
    .replace('answerWithin: 8 hours', 'answerWithin: soon')
    .replace('id: acdd72a7-3385-48ef-bd42-f606fba81ae7', 'id: reader');
  const lines = problemsOf(text).map(({ line }) => line);
  expect(lines).toEqual([lineOf(text, 'id: reader'), lineOf(text, 'max: fortnight'), lineOf(text, 'answerWithin')]);
});
