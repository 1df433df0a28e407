import { pruneForms } from '#bot/forms/form-store.ts';
import { DAY } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { createFormBench, type FormBench, shown } from './form-fixture.ts';
import { careful } from './trip-form.ts';

const { plain, markdown } = loadTexts().for('en');

let bench: FormBench;
beforeEach(async () => {
  bench = await createFormBench();
});
afterEach(() => bench.end());

const done = { kind: 'text', text: 'bot.answer.done', values: {} };

it('asks page after page, and submits everything at the end', async () => {
  const { id } = shown(await bench.open('ana'));
  expect(shown(await bench.submit('ana', id, { goal: 'sea' })).title).toBe('To the sea');
  expect(await bench.submit('ana', id, { days: '3' })).toEqual(done);
  expect(bench.trips.sent).toEqual([{ goal: 'sea', days: '3', note: '' }]);
});

it('starts with the first question that the command did not answer', async () => {
  expect(shown(await bench.open('ana', { goal: 'hills' })).title).toBe('To the hills');
});

it('sends nothing twice: a repeated press is told that it was sent', async () => {
  const { id } = shown(await bench.open('ana', { goal: 'sea' }));
  await bench.submit('ana', id, { days: '3' });
  expect(await bench.submit('ana', id, { days: '3' })).toMatchObject({ text: 'bot.form.sent' });
  expect(bench.trips.sent).toHaveLength(1);
});

it('refuses a press of another person', async () => {
  const { id } = shown(await bench.open('ana', { goal: 'sea' }));
  expect(await bench.submit('bo', id, { days: '3' })).toMatchObject({ text: 'bot.form.notYours' });
  expect(await bench.cancel('bo', id)).toMatchObject({ text: 'bot.form.notYours' });
  expect(await bench.submit('ana', id, { days: '3' })).toEqual(done);
});

it('keeps the answers of two people in one conversation apart', async () => {
  const ana = shown(await bench.open('ana', { goal: 'sea' }));
  const bo = shown(await bench.open('bo', { goal: 'hills' }));
  await bench.submit('ana', ana.id, { days: '3' });
  await bench.submit('bo', bo.id, { days: '4', boots: 'old' });
  expect(bench.trips.sent.map(({ goal, days }) => [goal, days])).toEqual([
    ['sea', '3'],
    ['hills', '4'],
  ]);
});

it('takes typed text as the next answer', async () => {
  await bench.open('ana');
  expect(shown(await bench.type('ana', 'The sea')).title).toBe('To the sea');
  expect(shown(await bench.type('ana', '3')).values).toMatchObject({ days: '3' });
});

it('shows how typed text was understood and which field is next, and is sent only by “send”', async () => {
  expect(shown(await bench.open('ana')).next).toBe('goal');
  const second = shown(await bench.type('ana', 'the sea!'));
  expect([second.next, second.words]).toEqual([
    'days',
    expect.stringContaining(markdown('bot.form.taken', { label: 'goal', said: 'The sea' })),
  ]);
  const taken = shown(await bench.type('ana', '3'));
  expect([taken.next, taken.values]).toEqual(['note', { days: '3', note: '' }]);
  expect(shown(await bench.type('ana', 'by train')).words).toContain(plain('bot.form.send', { button: 'Go on' }));
  expect(bench.trips.sent).toEqual([]);
  expect(await bench.type('ana', 'Send it')).toEqual(done);
  expect(bench.trips.sent).toMatchObject([{ goal: 'sea', days: '3', note: 'by train' }]);
});

it('says that a question was skipped', async () => {
  await bench.open('ana', { goal: 'sea', days: '3' });
  const skipped = shown(await bench.type('ana', 'skip'));
  expect([skipped.next, skipped.words]).toEqual([undefined, expect.stringContaining(plain('bot.form.skipped'))]);
  expect(await bench.type('ana', 'yes')).toEqual(done);
});

describe('a whole sentence', () => {
  it('answers every question that it names, of later pages too', async () => {
    await bench.open('ana');
    expect(shown(await bench.type('ana', 'the sea for 3 because of the wind'))).toMatchObject({
      title: 'To the sea',
      values: { days: '3', note: 'of the wind' },
    });
    expect(bench.trips.sent).toEqual([]);
  });

  it('begins with the answer to the marked question', async () => {
    await bench.open('ana', { goal: 'sea' });
    expect(shown(await bench.type('ana', '3 because of the wind')).values).toEqual({ days: '3', note: 'of the wind' });
  });

  it('is one answer where a part of it does not fit the question that it would name', async () => {
    await bench.open('ana', { goal: 'sea', days: '3' });
    expect(shown(await bench.type('ana', 'I go for the wind')).values).toEqual({
      days: '3',
      note: 'I go for the wind',
    });
  });
});

describe('back', () => {
  it('leads to the page before, with all answers', async () => {
    const second = shown(await bench.open('ana', { goal: 'sea', days: '3' }));
    expect(second.titles).toContain(plain('bot.form.back'));
    const first = shown(await bench.back('ana', second));
    expect([first.title, first.values, first.titles.includes(plain('bot.form.back'))]).toEqual([
      'Where to?',
      { goal: 'sea' },
      false,
    ]);
    expect(shown(await bench.press('ana', first)).values).toEqual({ days: '3', note: '' });
  });

  it.each(['back', 'Go back please'])('can be typed as “%s”', async (text) => {
    await bench.open('ana', { goal: 'sea' });
    expect(shown(await bench.type('ana', text)).title).toBe('Where to?');
  });
});

const DENIAL = { form: 'trip', answers: {}, isWhole: true, isDenied: true };

it.each([
  ['“send” while a question is open', { goal: 'sea' }, 'send', undefined, undefined],
  ['“ok” as a reply to a message', { goal: 'sea', days: '3' }, 'ok', { quotes: ['17'] }, undefined],
  ['a sentence that denies it', { goal: 'sea', days: '3' }, 'do not send anybody to the sea', undefined, DENIAL],
])('is neither sent nor answered by %s', async (_what, known, text, more, wish) => {
  await bench.open('ana', known, true);
  await bench.type('ana', text, more, wish);
  expect(bench.trips.sent).toEqual([]);
  await bench.type('ana', 'back');
  expect(shown(await bench.type('ana', 'send')).values).toMatchObject({ note: '' });
});

it('ignores typed text when no form is open', async () => {
  expect(await bench.type('ana', 'The sea')).toBeUndefined();
});

it.each(['cancel', 'Never mind', 'STOP', 'forget it.', 'cancel please'])('is closed by the word “%s”', async (word) => {
  await bench.open('ana');
  expect(await bench.type('ana', word)).toMatchObject({ text: 'bot.form.putAway' });
  expect(await bench.type('ana', 'The sea')).toBeUndefined();
});

it('is closed by its button, and typed text no longer answers it', async () => {
  const { id } = shown(await bench.open('ana'));
  await bench.cancel('ana', id);
  expect(await bench.type('ana', 'The sea')).toBeUndefined();
});

it('does not say “nothing was sent” after it was sent', async () => {
  const { id } = shown(await bench.open('ana', { goal: 'sea' }));
  await bench.submit('ana', id, { days: '3' });
  expect(await bench.cancel('ana', id)).toMatchObject({ text: 'bot.form.sent' });
});

describe('answers are kept', () => {
  it('when another form was opened since: the old card reopens with them', async () => {
    const old = shown(await bench.open('ana', { goal: 'sea' }));
    await bench.open('ana');
    const again = shown(await bench.submit('ana', old.id, { days: 'many', note: 'bring hats' }));
    expect(again).toMatchObject({ title: 'To the sea', values: { days: 'many', note: 'bring hats' } });
  });

  it('when the form was open for more than a day', async () => {
    const old = shown(await bench.open('ana', { goal: 'sea' }));
    bench.clock.advance(DAY + 1);
    await pruneForms(bench.database, bench.clock.now());
    const again = shown(await bench.submit('ana', old.id, { days: 'many', note: 'bring hats' }));
    expect(again.values).toEqual({ days: 'many', note: 'bring hats' });
  });

  it('when the submission is refused: the fields show them', async () => {
    const { id } = shown(await bench.open('ana', { goal: 'hills' }));
    bench.trips.refuse = { errors: { days: 'too long' } };
    const again = shown(await bench.submit('ana', id, { days: '90', note: 'far', boots: 'new' }));
    expect(again.values).toEqual({ days: '90', note: 'far', boots: 'new' });
  });

  it('when sending fails: the same press works after the failure', async () => {
    const { id } = shown(await bench.open('ana', { goal: 'sea' }));
    bench.trips.fail = new AppError({ code: 'Vendor.Lost', text: 'vendor.error.lost' });
    await expect(bench.submit('ana', id, { days: '3' })).rejects.toThrow('Vendor.Lost');
    delete bench.trips.fail;
    expect(await bench.submit('ana', id, { days: '3' })).toEqual(done);
  });
});

it.each([
  [
    'a preset list stays that a client leaves out, and a text that it leaves out is empty',
    {},
    { note: '', boots: 'yes' },
  ],
  ['what is sent empty is empty', { note: '', boots: 'new' }, { note: '', boots: 'new' }],
])('%s', async (_what, more, sent) => {
  const { id } = shown(await bench.open('ana', { goal: 'hills', note: 'old' }));
  await bench.submit('ana', id, { days: '3', ...more });
  expect(bench.trips.sent[0]).toMatchObject(sent);
});

it('old forms are deleted, open ones are not', async () => {
  await bench.open('ana');
  bench.clock.advance(DAY);
  const { id } = shown(await bench.open('bo', { goal: 'sea' }));
  await pruneForms(bench.database, bench.clock.now());
  const rows = await bench.database.db.selectFrom('open_forms').select('key').execute();
  expect(rows.map(({ key }) => key)).toEqual(['19:c|bo']);
  expect(await bench.submit('bo', id, { days: '3' })).toEqual(done);
});

describe('a form with a confirmation page', () => {
  let once: FormBench;
  beforeEach(async () => {
    once = await createFormBench(careful);
  });
  afterEach(() => once.end());

  const asked = { title: 'To the sea, really?' };

  it('is sent by the button of that page, with the stored answers', async () => {
    const { id } = shown(await once.open('ana', { goal: 'sea' }));
    const { mark } = shown(await once.submit('ana', id, { days: '3' }));
    expect(await once.submit('ana', id, { 'once-more': mark })).toEqual(done);
    expect(once.trips.sent).toEqual([{ goal: 'sea', days: '3', note: '' }]);
  });

  it('shows the page again after a second press on the page before', async () => {
    const { id } = shown(await once.open('ana', { goal: 'sea' }));
    await once.submit('ana', id, { days: '3', 'once-more': '' });
    expect(shown(await once.submit('ana', id, { days: '3', 'once-more': '' }))).toMatchObject(asked);
    expect(shown(await once.submit('ana', id, { days: '3' }))).toMatchObject(asked);
    expect(once.trips.sent).toEqual([]);
  });

  it('shows the page again after a press on a stale first page, and sends nothing', async () => {
    const { id } = shown(await once.open('ana'));
    await once.submit('ana', id, { goal: 'hills' });
    const { mark } = shown(await once.submit('ana', id, { days: '3', boots: 'new' }));
    expect(shown(await once.submit('ana', id, { goal: 'sea' }))).toMatchObject(asked);
    expect(shown(await once.submit('ana', id, { 'once-more': mark }))).toMatchObject(asked);
    expect(once.trips.sent).toEqual([]);
  });

  it('is sent from its card although another form was opened since', async () => {
    const { id } = shown(await once.open('ana', { goal: 'sea' }));
    const { mark } = shown(await once.submit('ana', id, { days: '3' }));
    await once.open('ana');
    expect(await once.submit('ana', id, { 'once-more': mark })).toEqual(done);
  });

  it('is sent by a typed “send” when that page was shown last', async () => {
    const { id } = shown(await once.open('ana', { goal: 'sea' }));
    await once.type('ana', '3');
    expect(shown(await once.type('ana', 'send'))).toMatchObject(asked);
    expect(once.trips.sent).toEqual([]);
    expect(await once.type('ana', 'yes')).toEqual(done);
    expect(once.trips.sent).toEqual([{ goal: 'sea', days: '3' }]);
    expect(await once.submit('ana', id, { days: '3' })).toMatchObject({ text: 'bot.form.sent' });
  });
});
