import { advanceForm, type OpenForm } from '#bot/forms/form-engine.ts';
import { readTyped } from '#bot/forms/typed-answer.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { type Answers, LONGEST_INPUT } from '#teams/cards/form.ts';
import typedAnswers from '../../fixtures/bot/typed-answers.json' with { type: 'json' };
import { fc } from '../../support/fast-check.ts';
import { turnOf } from '../../support/turn.ts';
import { shown } from './form-fixture.ts';
import { careful, servicesOf, type Trips, tripForm } from './trip-form.ts';

const open = (answers: Answers, more: Partial<OpenForm> = {}): OpenForm => ({
  form: 'trip',
  id: 'f1',
  answers,
  asked: [],
  ...more,
});
const ask = (answers: Answers, trips: Trips = { sent: [] }, more: Partial<OpenForm> = {}) => ({
  form: tripForm,
  open: open(answers, more),
  turn: turnOf(),
  services: servicesOf(trips),
  log: silentLog,
});

it('submits when nothing is missing, from the page that shows everything', async () => {
  const trips: Trips = { sent: [] };
  const first = await advanceForm(ask({ goal: 'sea', days: '3' }, trips));
  expect([shown(first.answer).values, trips.sent]).toEqual([{ days: '3', note: '' }, []]);
  const second = await advanceForm({ ...ask({ goal: 'sea', days: '3' }, trips), mark: shown(first.answer).mark });
  expect([second.is, trips.sent]).toEqual(['ended', [{ goal: 'sea', days: '3' }]]);
});

it('submits a complete command at once where the form says so', async () => {
  const trips: Trips = { sent: [] };
  const atOnce = { ...tripForm, atOnce: true } as const;
  expect((await advanceForm({ ...ask({ goal: 'sea', days: '3' }, trips), form: atOnce })).is).toBe('ended');
  expect((await advanceForm({ ...ask({ goal: 'sea' }), form: atOnce })).is).toBe('open');
});

it('is not submitted from a page that showed another answer', async () => {
  const trips: Trips = { sent: [] };
  const { mark } = shown((await advanceForm(ask({ goal: 'sea', days: '3' }))).answer);
  const step = await advanceForm({ ...ask({ goal: 'hills', days: '3', boots: 'new' }, trips), mark });
  expect([shown(step.answer).title, trips.sent]).toEqual(['To the hills', []]);
});

it('shows no error on an empty field that was not shown before', async () => {
  const step = await advanceForm(ask({}));
  expect(shown(step.answer).words).not.toContain('say goal');
});

it('shows the error beside its field', async () => {
  const step = await advanceForm(ask({ goal: 'sea', days: 'many' }));
  expect(shown(step.answer).words).toContain('a number, please');
});

it('stays open after a refused submission, with its errors above and beside the fields', async () => {
  const refuse = { errors: { days: 'too long a trip' }, problem: 'not this week' };
  const first = await advanceForm(ask({ goal: 'sea', days: '3' }));
  const step = await advanceForm({
    ...ask({ goal: 'sea', days: '3' }, { sent: [], refuse }),
    mark: shown(first.answer).mark,
  });
  expect(step.is).toBe('open');
  expect(shown(step.answer).words).toMatch(/not this week[\s\S]*too long a trip/);
});

it('marks what was refused as the next question, also where it was skipped', async () => {
  const refuse = { errors: { days: 'too long a trip' } };
  const answers = { goal: 'sea', days: '3' };
  const first = await advanceForm(ask(answers));
  const step = await advanceForm({
    ...ask(answers, { sent: [], refuse }, { skipped: ['days'] }),
    mark: shown(first.answer).mark,
  });
  expect(step.is === 'open' && step.open.next).toBe('days');
});

it('shows a form for review once, although nothing is missing, and then sends it', async () => {
  const trips: Trips = { sent: [] };
  const first = await advanceForm(ask({ goal: 'sea', days: '3' }, trips, { review: true }));
  if (first.is !== 'open') throw new Error('it was sent unseen');
  const second = await advanceForm({ ...ask({}, trips), open: first.open, mark: first.open.mark });
  expect([shown(first.answer).values, second.is]).toEqual([{ days: '3', note: '' }, 'ended']);
});

it('keeps any typed value: the field shows it again and the open form stores it', async () => {
  const pieces = ['!', 'many', '3', '${x}', '<at>Bo</at>', '**', ' ', '漢字', '👩‍👩‍👧', '"', '\\'];
  const text = fc.string({ unit: fc.constantFrom(...pieces), minLength: 1, maxLength: 6 });
  const isShown = async (fields: { readonly days: string; readonly note: string; readonly boots: string }) => {
    const typed = { goal: 'hills', ...fields };
    const step = await advanceForm(ask(typed, { sent: [], refuse: { errors: {} } }));
    if (step.is !== 'open') throw new Error('it ended');
    expect(step.open.answers).toEqual(typed);
    expect(shown(step.answer).values).toEqual(fields);
  };
  await fc.assert(
    fc.asyncProperty(fc.record({ days: text, note: text, boots: fc.constantFrom('new', 'old') }), isShown),
    { numRuns: 200 },
  );
});

describe('a typed text', () => {
  const read = (answers: Answers, text: string, more: Partial<OpenForm> = {}) => {
    const asked = 'goal' in answers ? ['days', 'note'] : ['goal'];
    return readTyped(ask(answers, { sent: [] }, { asked, ...more }), text, {
      readSentence: () => undefined,
      wish: () => undefined,
    });
  };

  it.each(typedAnswers)('$what', async ({ answers, text, given }) => {
    expect((await read(answers, text))?.open.answers).toEqual(given);
  });

  it('is ignored where every question is answered or skipped', async () => {
    expect(await read({ goal: 'sea', days: '3' }, 'hello', { skipped: ['note'] })).toBeUndefined();
  });

  it('is cut to the length of a stored answer', async () => {
    expect((await read({ goal: 'sea' }, 'x'.repeat(5_000)))?.open.answers['days']).toHaveLength(LONGEST_INPUT);
  });

  it.each(['skip', 'Skip it, please.', 'no', 'none', '-'])('skips an optional question by “%s”', async (text) => {
    expect((await read({ goal: 'sea', days: '3' }, text))?.open.skipped).toEqual(['note']);
  });

  it('does not skip a required question', async () => {
    expect((await read({ goal: 'sea' }, 'skip'))?.typed?.problem).toContain('days');
    expect((await read({ goal: 'sea' }, 'no'))?.open.answers).toMatchObject({ days: 'no' });
  });

  it.each(['send', 'SEND IT!', 'submit please', 'yes', 'looks good'])('presses the button by “%s”', async (text) => {
    expect((await read({ goal: 'sea', days: '3' }, text, { mark: 'm' }))?.mark).toBe('m');
  });

  it('is an answer and no consent where a required question is open', async () => {
    expect(await read({ goal: 'sea' }, 'yes')).toMatchObject({ open: { answers: { days: 'yes' } } });
  });
});

describe('a form with a confirmation page', () => {
  const all = { goal: 'sea', days: '3' };
  const step = async (answers: Answers, more: Partial<OpenForm> = {}, trips: Trips = { sent: [] }) =>
    shown((await advanceForm({ ...ask(answers, trips, more), form: careful })).answer);

  it('is not sent before that page was shown, also with a complete command', async () => {
    const trips: Trips = { sent: [] };
    expect((await step(all, {}, trips)).title).toBe('To the sea, really?');
    expect(trips.sent).toEqual([]);
  });

  it.each([
    ['a press on an earlier page', {}, undefined],
    ['what was shown before another answer was given', { days: '5' }, 'shown'],
  ])('is not sent by %s', async (_what, more, from) => {
    const first = await advanceForm({ ...ask(all), form: careful });
    if (first.is !== 'open') throw new Error('it asked nothing');
    const trips: Trips = { sent: [] };
    const open = { ...first.open, answers: { ...all, ...more } };
    const mark = from && shown(first.answer).mark;
    const second = await advanceForm({ ...ask(all, trips), form: careful, open, mark });
    expect([second.is, trips.sent]).toEqual(['open', []]);
  });

  it('goes back to its first questions', async () => {
    expect(await step(all, { review: true })).toMatchObject({ title: 'Where to?', values: { goal: 'sea' } });
  });

  it('has a back button and no dialog button on that page', async () => {
    expect([...new Set((await step(all)).titles)]).toEqual(['Go on', 'Change it', 'Never mind']);
  });
});
