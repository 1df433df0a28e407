import { type Answer, cardAnswer, delivered } from '#bot/turn/turn.ts';
import { DAY } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import { loadTexts, type TextKey } from '#platform/texts/texts.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import { createFormBench, type FormBench, shown } from './form-fixture.ts';

let bench: FormBench;
beforeEach(async () => {
  bench = await createFormBench();
});
afterEach(() => bench.end());

const { plain } = loadTexts().for('en');
const card = { conversationId: '19:c', activityId: 'm7' };
const done = { kind: 'text', text: 'bot.answer.done', values: {} };

/** Ana's form stands as a card, and she opens it in a window. */
const opened = async (answers = {}): Promise<string> => {
  const { id } = shown(await bench.open('ana', answers));
  return shown(await bench.dialog.window('ana', id, card)).id;
};

it('shows the current form and keeps its id', async () => {
  const { id } = shown(await bench.open('ana', { goal: 'hills', note: 'far' }));
  const window = shown(await bench.dialog.window('ana', id, card));
  expect(window).toMatchObject({ id, title: 'To the hills', values: { days: '', note: 'far', boots: 'yes' } });
});

it('sends nothing when it is opened, although no answer is missing', async () => {
  const { id } = shown(await bench.open('ana', { goal: 'sea', days: '3' }, true));
  expect(shown(await bench.dialog.window('ana', id, card)).values).toEqual({ days: '3', note: '' });
  expect(bench.trips.sent).toEqual([]);
});

it('asks page after page, and its submission counts as a press on the card it was opened from', async () => {
  const id = await opened();
  expect(shown(await bench.dialog.submit('ana', id, { goal: 'sea' })).title).toBe('To the sea');
  expect(await bench.dialog.submit('ana', id, { days: '3' })).toEqual(done);
  expect([bench.trips.sent, bench.trips.pressed]).toEqual([[{ goal: 'sea', days: '3', note: '' }], [card]]);
});

it('does not open for other people, and not after it was sent', async () => {
  const id = await opened({ goal: 'sea' });
  expect(await bench.dialog.window('bo', id, card)).toMatchObject({ text: 'bot.form.notYours' });
  expect(await bench.dialog.submit('bo', id, { days: '3' })).toMatchObject({ text: 'bot.form.notYours' });
  await bench.dialog.submit('ana', id, { days: '3' });
  expect(await bench.dialog.window('ana', id, card)).toMatchObject({ text: 'bot.form.sent' });
  expect(await bench.dialog.submit('ana', id, { days: '3' })).toMatchObject({ text: 'bot.form.sent' });
  expect(bench.trips.sent).toHaveLength(1);
});

it('replaces a form that was opened since, under its own id', async () => {
  const { id } = shown(await bench.open('ana', { goal: 'sea' }));
  await bench.open('ana', { goal: 'hills' });
  expect(shown(await bench.dialog.window('ana', id, card))).toMatchObject({ id, title: 'To the sea' });
});

it('of a deleted form begins a new form under a new id', async () => {
  bench.clock.advance(DAY + 1);
  const window = shown(await bench.dialog.window('ana', 'forged', card));
  expect([window.title, window.id === 'forged']).toEqual(['Where to?', false]);
});

it('keeps its card when another form was opened meanwhile', async () => {
  const id = await opened({ goal: 'sea' });
  await bench.open('ana');
  expect(await bench.dialog.submit('ana', id, { days: '3' })).toEqual(done);
  expect(bench.trips.pressed).toEqual([card]);
  expect(await bench.dialog.submit('ana', id, { days: '3' })).toMatchObject({ text: 'bot.form.sent' });
});

describe('an error in it', () => {
  const error = new AppError({ code: 'Vendor.Away', text: 'connector.error.busy' });
  const line = plain('bot.error.line', {
    text: plain('connector.error.busy'),
    code: 'Vendor.Away',
    correlation: 'correlation-1',
  });

  it('is shown above the fields, which keep their values', async () => {
    const id = await opened({ goal: 'hills' });
    bench.trips.fail = error;
    const again = shown(await bench.dialog.submit('ana', id, { days: '90', note: 'far', boots: 'new' }));
    expect(again).toMatchObject({ id, values: { days: '90', note: 'far', boots: 'new' } });
    expect(again.words).toContain(line);
  });

  it('is gone after a successful submission', async () => {
    const id = await opened({ goal: 'sea' });
    bench.trips.fail = error;
    await bench.dialog.submit('ana', id, { days: '3' });
    delete bench.trips.fail;
    expect(await bench.dialog.submit('ana', id, { days: '3' })).toEqual(done);
  });

  it('while a page is built closes the dialog, and the reopened form has the typed values', async () => {
    const id = await opened();
    bench.trips.failPage = error;
    await expect(bench.dialog.submit('ana', id, { goal: 'sea', note: 'bring hats' })).rejects.toThrow('Vendor.Away');
    delete bench.trips.failPage;
    expect(shown(await bench.dialog.window('ana', id, card))).toMatchObject({
      title: 'To the sea',
      values: { note: 'bring hats' },
    });
  });
});

describe('the card that it was opened from', () => {
  const told = (key: TextKey) => [{ act: 'edit', at: '19:c', activityId: 'm7', said: plain(key) }];

  it('says that the form was closed', async () => {
    const id = await opened();
    expect(await bench.dialog.cancel('ana', id)).toMatchObject({ kind: 'text', text: 'bot.form.putAway' });
    expect(bench.connector.calls).toEqual(told('bot.form.putAway'));
  });

  it.each<[string, Answer | undefined, TextKey]>([
    ['the sentence that ends the form', undefined, 'bot.answer.done'],
    ['that it was sent, when its answer stands elsewhere', delivered, 'bot.form.sent'],
  ])('says %s', async (_what, answer, key) => {
    if (answer) bench.trips.answer = answer;
    await bench.dialog.submit('ana', await opened({ goal: 'sea' }), { days: '3' });
    expect(bench.connector.calls).toEqual(told(key));
  });

  it('is not edited where the submission answers with a card', async () => {
    bench.trips.answer = cardAnswer(noticeCard.render({ text: escapeMarkdown('asked') }), 'asked');
    await bench.dialog.submit('ana', await opened({ goal: 'sea' }), { days: '3' });
    expect(bench.connector.calls).toEqual([]);
  });

  it('may fail to be edited: the dialog is still answered', async () => {
    bench.connector.next('edit', () => Promise.reject(new ConnectorError('busy')));
    expect(await bench.dialog.cancel('ana', await opened())).toMatchObject({ text: 'bot.form.putAway' });
  });

  it('is not edited when the form is closed on the card itself', async () => {
    const { id } = shown(await bench.open('ana'));
    expect(await bench.cancel('ana', id)).toMatchObject({ kind: 'card' });
    expect(bench.connector.calls).toEqual([]);
  });
});

describe('the button for it', () => {
  const offers = async (turn: object): Promise<boolean> =>
    shown(await bench.openAs('ana', turn)).titles.includes(plain('bot.form.window'));

  it.each([
    ['a channel', { where: { conversationId: '19:c', kind: 'channel' } }, true],
    ['a group chat', { where: { conversationId: '19:g', kind: 'group' } }, true],
    ['a personal chat', { where: { conversationId: 'a:1', kind: 'personal' } }, false],
    ['a dialog', { where: { conversationId: '19:c', kind: 'channel' }, dialog: true }, false],
  ])('in %s with %j: %s', async (_where, turn, stands) => {
    expect(await offers(turn)).toBe(stands);
  });
});

it('takes no typed text while the form is open in a dialog only, which may be closed', async () => {
  const { id } = shown(await bench.dialog.open('ana'));
  expect(await bench.type('ana', 'thanks all')).toBeUndefined();
  expect(shown(await bench.dialog.submit('ana', id, { goal: 'sea' })).title).toBe('To the sea');
});
