import type { Answers } from '#teams/cards/form.ts';
import { caseCount } from '../../support/case-count.ts';
import { fc } from '../../support/fast-check.ts';
import { createFormBench, type FormBench, type Shown, shown } from './form-fixture.ts';
import { complete, tripForm } from './trip-form.ts';

/** What somebody does with their form: a copy is counted from the newest one back. */
type Act =
  | { readonly is: 'type'; readonly text: string }
  | { readonly is: 'press'; readonly copy: number; readonly days: string; readonly goal: string }
  | { readonly is: 'back'; readonly copy: number };

const TEXTS = [
  ...['the sea', 'hills', 'the hils', '3', 'many', 'by train', 'goal: sea', 'days: 7', 'NOTE: late', 'boots: old'],
  ...['for 4', 'because of the wind', 'sea for 3 because it is warm', '5 because I must', 'hills for 2'],
  ...['I go for the wind', 'for a while', 'skip', 'no', 'next', 'send', 'yes', 'back', 'what is this?'],
];

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant('type' as const), text: fc.constantFrom(...TEXTS) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('press' as const),
      copy: fc.nat(3),
      days: fc.constantFrom('', '2', '9', 'many'),
      goal: fc.constantFrom('', 'sea', 'hills'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('back' as const), copy: fc.nat(3) }) },
);

const filled = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== ''));

/** Everything that a page shows: the goal stands in its title. */
const shownOn = ({ title, values, facts }: Shown): Answers => {
  const goal = /^To the (sea|hills)/.exec(title)?.[1];
  return filled({ ...(goal === undefined ? {} : { goal }), ...values, ...facts });
};

/** The questions that a text names by itself: by their names, or as the command does. */
const namedBy = (text: string): readonly string[] => [
  ...(/^(goal|days|note|boots):/i.exec(text)?.slice(1, 2) ?? []).map((name) => name.toLowerCase()),
  ...(/(^| )for /.test(text) ? ['days'] : []),
  ...(/(^| )because /.test(text) ? ['note'] : []),
  ...(/^(the )?(sea|hills) (for|because)/.test(text) ? ['goal'] : []),
];

/** Runs the acts on a form that is open, and gives each with what was shown before and what came of it. */
const play = async (
  bench: FormBench,
  acts: readonly Act[],
  check: (act: Act, was: { readonly page: Shown; readonly before: Answers }, after: Answers) => void,
): Promise<void> => {
  const copies = [shown(await bench.open('ana'))];
  const stored = async (): Promise<Answers> => {
    const { answers_json } = await bench.database.db
      .selectFrom('form_records')
      .select('answers_json')
      .executeTakeFirstOrThrow();
    return JSON.parse(answers_json);
  };
  for (const one of acts) {
    const page = one.is === 'type' ? copies.at(-1) : copies.at(-1 - (one.copy % copies.length));
    if (!page) throw new Error('no page was shown');
    const before = await stored();
    const inputs: Answers =
      one.is !== 'press'
        ? {}
        : Object.fromEntries(
            Object.entries(one)
              .filter(([name]) => name in page.values && name in { days: '', goal: '' })
              .map(([name, value]) => [name, String(value)]),
          );
    const answer =
      one.is === 'type'
        ? await bench.type('ana', one.text)
        : one.is === 'press'
          ? await bench.press('ana', page, inputs)
          : await bench.back('ana', page);
    const sent = bench.trips.sent[0];
    check(one, { page: { ...page, values: { ...page.values, ...inputs } }, before }, sent ?? (await stored()));
    if (sent) return;
    if (answer?.kind === 'card') copies.push(shown(answer));
  }
};

describe.each([
  ['ends with its questions', tripForm],
  ['ends with a page that shows everything', complete],
])('a form that %s', (_how, form) => {
  const whatever = (check: Parameters<typeof play>[2]) =>
    fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const bench = await createFormBench(form);
        try {
          await play(bench, acts, (one, was, after) =>
            check(one, was, bench.trips.sent[0] ? { ...after, sent: 'yes' } : after),
          );
        } finally {
          await bench.end();
        }
      }),
      { numRuns: caseCount(150) },
    );

  it('sends what was shown, whatever is typed and pressed on whichever copy', () =>
    whatever((_one, { page }, { sent, ...answers }) => {
      if (sent) expect(filled(answers)).toEqual(shownOn(page));
    }));

  it('takes a typed answer for the marked field or one that it names, and for no other', () =>
    whatever((one, { page, before }, { sent, ...after }) => {
      if (one.is !== 'type' || sent) return;
      const known = { ...before, ...page.values };
      const changed = Object.keys(after).filter((id) => (after[id] ?? '') !== (known[id] ?? ''));
      const may = [page.next, ...namedBy(one.text)];
      expect(changed.filter((id) => !may.includes(id))).toEqual([]);
    }));
});
