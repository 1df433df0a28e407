import { loadPhrases, phraseLanguages } from '#bot/phrases/phrases.ts';
import { features } from '#features/index.ts';
import { policyWith } from '../../support/shipped-policy.ts';
import { registry } from '../../support/understanding.ts';

const intents = features.flatMap(({ intents: list = [] }) => list);
const commands = new Set(registry.commands.map(({ name }) => name));

/** What a text can mean besides a command. */
const OTHERS = ['thanks', 'talk', 'beyond'];
const SLOTS = new Set(
  [
    'place',
    'role',
    'kit',
    'person',
    'app',
    'share',
    'account',
    'invoice',
    'billed',
    'subscription',
    'category',
    'group',
  ].concat(
    ['language', 'service', 'region', 'family', 'length', 'until', 'from', 'since', 'at', 'number', 'email', 'image'],
    ['request', 'watch', 'event', 'ticket', 'quoted', 'text', 'reason', 'new', 'topic'],
  ),
);

describe.each(phraseLanguages())('the phrases in %s', (language) => {
  const { phrases, only } = loadPhrases(language);

  it('are of commands that exist, or of small talk', () => {
    expect(phrases.filter(({ intent }) => !commands.has(intent) && !OTHERS.includes(intent))).toEqual([]);
    expect([...only.keys()].filter((intent) => !commands.has(intent))).toEqual([]);
  });

  it('have placeholders that something is recognised for', () => {
    const slots = phrases.flatMap(({ text }) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
    expect([...new Set(slots)].filter((name) => !SLOTS.has(name))).toEqual([]);
  });

  it('are ten at least for each intent', () => {
    const count = Map.groupBy(phrases, ({ intent }) => intent);
    expect(
      intents.filter(({ command }) => (count.get(command)?.length ?? 0) < 10).map(({ command }) => command),
    ).toEqual([]);
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

it('each intent is of a command, and what it takes away has words of its own', () => {
  expect(intents.filter(({ command }) => !commands.has(command))).toEqual([]);
  const { only } = loadPhrases('en');
  expect(intents.filter(({ command, takesAway }) => takesAway && !only.has(command))).toEqual([]);
});
