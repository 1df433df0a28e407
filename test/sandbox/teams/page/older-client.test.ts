import { asOlderClient } from '../../../../src/sandbox/teams/page/card/older-client.ts';
import { cardSamples } from '../../../support/card-samples.ts';

const submit = { type: 'Action.Submit', title: 'Look', data: { verb: 'look' } };
const execute = { type: 'Action.Execute', title: 'Look', verb: 'look', fallback: submit };

it('shows the fallback in the place of an Action.Execute, however deep it stands', () => {
  const card = { body: [{ type: 'ActionSet', actions: [execute] }], selectAction: execute };
  expect(asOlderClient(card)).toEqual({ body: [{ type: 'ActionSet', actions: [submit] }], selectAction: submit });
});

it.each([
  ['none', { type: 'Action.Execute' }],
  ['the word drop', { type: 'Action.Execute', fallback: 'drop' }],
])('drops an Action.Execute whose fallback is %s', (_what, action) => {
  expect(asOlderClient({ actions: [action, submit] })).toEqual({ actions: [submit] });
});

it('leaves a card without Action.Execute as it is', () => {
  const card = { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'Hello', wrap: true }], actions: [submit] };
  expect(asOlderClient(card)).toEqual(card);
});

it('leaves no Action.Execute on any card of ours', () => {
  const older = cardSamples.map((sample) => JSON.stringify(asOlderClient(sample.render())));
  expect(older.filter((json) => json.includes('Action.Execute'))).toEqual([]);
});
