import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { route } from '#bot/commands/router.ts';
import frames from '../../fixtures/bot/no-order-frames.json' with { type: 'json' };
import { decide } from '../../support/deciding.ts';
import { registry } from '../../support/understanding.ts';

const changes = (command: string | undefined): boolean =>
  command !== undefined && registry.commands.find(({ name }) => name === command)?.effect !== 'shows';

const commandIn = (sentence: string): string | undefined => {
  const found = route(registry, sentence);
  return found.kind === 'command' ? found.command.name : undefined;
};

/** Sentences by a stranger that order nothing. */
interface NoOrder {
  readonly text: string;
  readonly kind: string;
  /** What people call the commands that it must not start. */
  readonly forbidden: readonly string[];
}

const readSet = (name: string): readonly NoOrder[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/own-words', name), 'utf8'));

/** What a stranger calls a command that has another name. */
const CALLED: Readonly<Record<string, string>> = {
  acknowledge: 'ack',
  'run a test alert': 'test alert',
  ...{ away: 'my notices', 'stand-in': 'my notices', 'quiet hours': 'my notices' },
};

const DENIED: ReadonlySet<string> = new Set(['denial before', 'denial behind']);

describe.each([
  ['not-orders-seen.json', 200, 0, 0],
  // What is left of a set that nobody who builds has read.
  ['not-orders-unread.json', 100, 0, 1],
])('of the sentences of %s', (name, count, mostRun, mostOffered) => {
  const all = readSet(name);
  const decided = all.map((one) => ({ ...one, ...decide(one.text) }));

  it(`there are ${count}`, () => expect(all).toHaveLength(count));

  // The sentences of one set are read by nobody who builds: counts tell enough.
  it('at most so many do anything or open a form, but for what only shows something', () => {
    expect(decided.filter(({ runs }) => changes(runs)).length).toBeLessThanOrEqual(mostRun);
  });

  it('at most so many that deny something are answered with a button for it', () => {
    const offered = decided.filter(
      ({ kind, forbidden, offers }) =>
        DENIED.has(kind) &&
        offers.some(
          (one) =>
            changes(commandIn(one)) && forbidden.map((said) => CALLED[said] ?? said).includes(commandIn(one) ?? ''),
        ),
    );
    expect(offered.length).toBeLessThanOrEqual(mostOffered);
  });
});

/** Every command that does something, or opens a form for what takes away or is felt by many, with all that it needs. */
const DOING = registry.commands
  .filter(({ effect, takesAway, grave }) => effect === 'acts' || takesAway || grave)
  .map(({ name, example }) => ({ name, order: example.replace(/ because .*$/, '') }));

/** A command in a sentence that orders nothing: typed, and in other words. */
const { typedFirst, wordsFirst } = frames;
/** What is denied in them: not even a button says it. */
const DENIES: ReadonlySet<string> = new Set([
  ...typedFirst.filter((frame) => !/ if | said /.test(frame)),
  ...wordsFirst.slice(0, 8),
]);

describe.each(DOING)('“$order” with a denial, a question or a report', ({ name, order }) => {
  it.each([...typedFirst, ...wordsFirst])(`neither does “${name}” nor opens its form: “%s”`, (frame) => {
    const { runs, offers } = decide(frame.replace('{order}', () => order));
    expect(changes(runs) ? runs : undefined).toBeUndefined();
    if (DENIES.has(frame)) expect(offers.map(commandIn)).not.toContain(name);
  });
});

/** Plain orders: what each runs at once or whose form it opens, or what it puts on the only button. */
const ORDERS: readonly (readonly [string, string, 'runs' | 'offers'])[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/own-words/plain-orders.json'), 'utf8'),
);

it.each(ORDERS)('the plain order “%s” still means “%s”: it %s', (text, command, way) => {
  const { runs, offers } = decide(text);
  expect(way === 'runs' ? runs : offers.map(commandIn)).toEqual(way === 'runs' ? command : [command]);
});

it.each([
  ['ack PS7K-QX0 would be nice some day', 'ack'],
  ['pause the thing on payments', 'pause'],
  ['pause payments prod', 'pause'],
])('a typed command that acts, and that does not read as a whole, is not run: “%s”', (text, command) => {
  expect(decide(text).runs).not.toBe(command);
});

it('a new command that does something is among them', () => {
  expect(DOING.length).toBeGreaterThanOrEqual(24);
});
