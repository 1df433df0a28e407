import { cardSamples } from '../../../../test/support/card-samples.ts';
import { asOlderClient } from '../../../teams/page/card/card-json.ts';

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
