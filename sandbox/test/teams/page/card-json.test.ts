import { cardSamples } from '../../../../test/support/card-samples.ts';
import { asOlderClient, withDates } from '../../../teams/page/card/card-json.ts';

const dated = {
  body: [{ text: 'Until {{DATE(2026-11-22T23:05:00Z, SHORT)}} {{TIME(2026-11-22T23:05:00Z)}}' }, { text: 'no date' }],
};

it.each([
  ['en-US', 'America/New_York', 'Until Sun, Nov 22, 2026 06:05 PM'],
  ['de-DE', 'Europe/Berlin', 'Until Mo., 23. Nov. 2026 00:05'],
  ['ja-JP', 'Asia/Tokyo', 'Until 2026年11月23日(月) 08:05'],
])('dates on a dated are in the language and zone of the person: %s in %s', (locale, timezone, text) => {
  expect(withDates(dated, { locale, timezone })).toEqual({ body: [{ text }, { text: 'no date' }] });
});

const submit = { type: 'Action.Submit', title: 'Look', data: { verb: 'look' } };
const execute = { type: 'Action.Execute', title: 'Look', verb: 'look', fallback: submit };

it('an older client shows the fallback of an Action.Execute at any depth', () => {
  const card = { body: [{ type: 'ActionSet', actions: [execute] }], selectAction: execute };
  expect(asOlderClient(card)).toEqual({ body: [{ type: 'ActionSet', actions: [submit] }], selectAction: submit });
});

it.each([
  ['none', { type: 'Action.Execute' }],
  ['the word drop', { type: 'Action.Execute', fallback: 'drop' }],
])('an older client leaves out an Action.Execute whose fallback is %s', (_what, action) => {
  expect(asOlderClient({ actions: [action, submit] })).toEqual({ actions: [submit] });
});

it('an older client shows a card without Action.Execute unchanged', () => {
  const card = { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'Hello', wrap: true }], actions: [submit] };
  expect(asOlderClient(card)).toEqual(card);
});

it('no card of Steward has an Action.Execute in an older client', () => {
  const older = cardSamples.map((sample) => JSON.stringify(asOlderClient(sample.render())));
  expect(older.filter((json) => json.includes('Action.Execute'))).toEqual([]);
});
