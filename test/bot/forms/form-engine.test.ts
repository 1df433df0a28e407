import { advanceForm, type OpenForm, typedAnswer } from '../../../src/bot/forms/form-engine.ts';
import { type Answers, LONGEST_INPUT } from '../../../src/cards/form.ts';
import { silentLog } from '../../../src/lib/logger.ts';
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

it('shows the first page with a missing answer', async () => {
  const step = await advanceForm(ask({ goal: 'sea' }));
  expect(shown(step.answer).title).toBe('To the sea');
});

it('submits when nothing is missing', async () => {
  const trips: Trips = { sent: [] };
  const step = await advanceForm(ask({ goal: 'sea', days: '3' }, trips));
  expect([step.is, trips.sent]).toEqual(['ended', [{ goal: 'sea', days: '3' }]]);
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
  const step = await advanceForm(ask({ goal: 'sea', days: '3' }, { sent: [], refuse }));
  expect(step.is).toBe('open');
  expect(shown(step.answer).words).toMatch(/not this week[\s\S]*too long a trip/);
});

it('shows a form for review once, although nothing is missing, and then sends it', async () => {
  const trips: Trips = { sent: [] };
  const first = await advanceForm(ask({ goal: 'sea', days: '3' }, trips, { review: true }));
  if (first.is !== 'open') throw new Error('it was sent unseen');
  const second = await advanceForm({ ...ask({}, trips), open: first.open });
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
  await fc.assert(fc.asyncProperty(fc.record({ days: text, note: text, boots: text }), isShown), { numRuns: 200 });
});

describe('a typed text', () => {
  it.each([
    ['answers the first open question', {}, 'sea', { goal: 'sea' }],
    ['may be a choice as it reads', {}, 'the HILLS', { goal: 'hills' }],
    ['answers the question whose answer was wrong', { goal: 'sea', days: 'many' }, '4', { goal: 'sea', days: '4' }],
    [
      'answers the question that it names',
      { goal: 'sea', days: '4' },
      'NOTE: by train',
      { goal: 'sea', days: '4', note: 'by train' },
    ],
    ['names no question of a page that was not shown', {}, 'note: by train', { goal: 'note: by train' }],
    ['leaves a preset answered', { goal: 'hills' }, '4', { goal: 'hills', boots: 'yes', days: '4' }],
  ])('%s', async (_what, answers, text, given) => {
    const asked = 'goal' in answers ? ['days', 'note'] : ['goal'];
    expect((await typedAnswer(ask(answers, { sent: [] }, { asked }), text))?.given).toEqual(given);
  });

  it('is ignored where no question is open', async () => {
    expect(await typedAnswer(ask({ goal: 'sea', days: '3' }), 'hello')).toBeUndefined();
  });

  it('is cut to the length of a stored answer', async () => {
    const taken = await typedAnswer(ask({ goal: 'sea' }), 'x'.repeat(5_000));
    expect(taken?.given['days']).toHaveLength(LONGEST_INPUT);
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

  it('is sent from that page', async () => {
    const first = await advanceForm({ ...ask(all), form: careful });
    if (first.is !== 'open') throw new Error('it asked nothing');
    const trips: Trips = { sent: [] };
    const { mark } = shown(first.answer);
    const second = await advanceForm({ ...ask(all, trips), form: careful, open: first.open, mark });
    expect([second.is, trips.sent]).toEqual(['ended', [all]]);
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
