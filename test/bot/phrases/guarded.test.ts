import { loadPhrases } from '#bot/phrases/phrases.ts';
import { policyWith } from '../../support/shipped-policy.ts';
import { newUnderstanding } from '../../support/understanding.ts';

const understanding = newUnderstanding();
const policy = policyWith();
const { phrases, only } = loadPhrases('en');

/** Something to name for each placeholder. */
const FILLED: Readonly<Record<string, string>> = {
  ...{ place: 'payments', role: 'contributor', person: 'Cy Okafor', app: 'wallet', share: 'settlements' },
  ...{
    account: 'retail',
    invoice: 'november',
    billed: 'acquirers',
    subscription: 'payouts-trial',
    group: 'cg-ledger-api',
  },
  ...{ category: 'payments terms', language: 'French', service: 'Key Vault', region: 'West Europe', family: 'Compute' },
  ...{
    length: 'for 2 days',
    until: 'until friday noon',
    from: 'from tomorrow 9:00',
    since: 'since monday',
    at: 'at 15:00',
  },
  ...{
    number: '100',
    email: 'jo@contoso.example',
    image: 'registry.example/api:2.1',
    request: 'R-7KQ2M',
    watch: 'W-8JC4M',
  },
  ...{
    event: 'VN4X-PQ2',
    ticket: 'INC-1042',
    quoted: '“chargeback”',
    text: 'Bonjour',
    reason: 'the payouts fail',
    new: 'cg-new',
  },
};

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

it.each([
  ['we were hacked, freeze everything because keys leaked', 'freeze'],
  ['freeze payments now, somebody stole a token', 'freeze'],
  ['an account was taken over, freeze everything', 'freeze'],
  ['please put a freeze on payments', 'freeze'],
  ['end the freeze', 'unfreeze'],
  ['lift the freeze on payments', 'unfreeze'],
  ['the freeze on payments is over', 'unfreeze'],
  ['no more freeze on payments', 'unfreeze'],
  ['thaw payments', 'unfreeze'],
])('“%s” is first read as the command %s', (text, command) => {
  expect(firstOf(text)).toBe(command);
});
