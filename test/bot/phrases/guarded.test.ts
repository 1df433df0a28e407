import { loadPhrases } from '#bot/phrases/phrases.ts';
import freezes from '../../fixtures/bot/freezes.json' with { type: 'json' };
import filled from '../../fixtures/bot/placeholders.json' with { type: 'json' };
import { policyWith } from '../../support/shipped-policy.ts';
import { newUnderstanding } from '../../support/understanding.ts';

const understanding = newUnderstanding();
const policy = policyWith();
const { phrases, only } = loadPhrases('en');

/** Something to name for each placeholder. */
const FILLED: Readonly<Record<string, string>> = filled;

/** Enough of them: all would take a machine half a minute. */
const some = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => at % 5 === 0);

const typed = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => FILLED[name] ?? name);

it('what is guarded by words is never read where none of them was said, whatever else was', () => {
  const faults = some(phrases).flatMap(({ text }) => {
    const said = typed(text);
    const words = new Set(said.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu));
    const { readings } = understanding.read({
      text: said,
      people: [],
      policy,
      now: Date.UTC(2026, 10, 23, 10),
      zone: 'UTC',
    });
    return readings
      .filter(({ intent: { command } }) => only.get(command)?.every((guard) => !couldBe(words, guard)))
      .map(({ text: reading }) => `${said} => ${reading}`);
  });
  expect(faults).toEqual([]);
});

/** Whether all words of a guard could have been said, spelled otherwise by two letters at most, or shortened ("isn't" for "not"). */
const couldBe = (said: ReadonlySet<string>, guard: string): boolean =>
  guard.split(' ').every((word) => [...said].some((one) => one === word || isNear(one, word)));

const isNear = (one: string, word: string): boolean =>
  /['’]/.test(one) || (word.length > 3 && one[0] === word[0] && Math.abs(one.length - word.length) <= 2);

it.each([
  ['everything', []],
  ['everywhere', []],
  ['payments', []],
  ['payments prod', ['place']],
])('“freeze %s because …” is misread where that is no place, and not where it is all of them', (place, misread) => {
  expect(understanding.misread('freeze', { place, reason: 'an account was taken over' }, policy)).toEqual(misread);
});

/** The command that is likeliest meant. */
const firstOf = (text: string): string | undefined =>
  understanding.read({ text, people: [], policy, now: Date.UTC(2026, 10, 23, 10), zone: 'UTC' }).readings[0]?.intent
    .command;

it.each(freezes)('“$text” is first read as the command $command', ({ text, command }) => {
  expect(firstOf(text)).toBe(command);
});
