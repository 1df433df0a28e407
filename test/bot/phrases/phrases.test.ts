import { loadPhrases, phraseLanguages } from '#bot/phrases/phrases.ts';
import placeholders from '../../fixtures/bot/placeholders.json' with { type: 'json' };
import { policyWith } from '../../support/shipped-policy.ts';
import { registry } from '../../support/understanding.ts';

const commands = new Set(registry.commands.map(({ name }) => name));

/** What a text can mean besides a command. */
const OTHERS = ['thanks', 'talk', 'beyond'];
describe.each(phraseLanguages())('the phrases in %s', (language) => {
  const { phrases, only } = loadPhrases(language);

  it('are of commands that exist, or of small talk', () => {
    expect(phrases.filter(({ intent }) => !commands.has(intent) && !OTHERS.includes(intent))).toEqual([]);
    expect([...only.keys()].filter((intent) => !commands.has(intent))).toEqual([]);
  });

  it('have placeholders that something is recognised for', () => {
    const slots = phrases.flatMap(({ text }) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
    expect([...new Set(slots)].filter((name) => !(name in placeholders))).toEqual([]);
  });

  it('are ten at least for each command, but for several roles, which the phrases for one teach', () => {
    const count = Map.groupBy(phrases, ({ intent }) => intent);
    expect([...commands].filter((name) => (count.get(name)?.length ?? 0) < 10)).toEqual(['request roles']);
  });

  it('hold no name of the sandbox’s people, places and things', () => {
    const policy = policyWith();
    const keys = [...policy.people, ...policy.places]
      .map(({ key }) => key)
      .filter((key) => !['payments'].includes(key));
    const held = phrases.filter(({ text }) => keys.some((key) => new RegExp(`\\b${key}\\b`).test(text)));
    expect(held).toEqual([]);
  });
});

it('each command that takes something away has words of its own', () => {
  const { only } = loadPhrases('en');
  expect(registry.commands.filter(({ name, takesAway }) => takesAway && !only.has(name))).toEqual([]);
});
