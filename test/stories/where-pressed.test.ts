import { invokeActivity, pressValue } from '../../sandbox/teams/channel/activities.ts';
import { people } from '../../sandbox/world.ts';
import { buttonsOf } from '../support/card-view.ts';
import { channels } from '../support/steward.ts';
import { answerOf, changeIn, plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const elsewhere = plain('changes.refused.elsewhere');

describe('a press with a request’s id, on another card', () => {
  it.each([
    ['change.approve', 'bo', 1],
    ['change.deny', 'bo', 2],
    ['change.cancel', 'di', 3],
    ['change.fix', 'di', 4],
    ['change.offer', 'bo', 5],
  ] as const)(
    '%s: in a conversation that holds no copy of the request’s card nothing is done',
    async (verb, as, days) => {
      const asked = await s.requestRole('di', `reader on ledger for ${days} days because I count`);
      const data = { change: changeIn(await s.cardOf(asked, 'Waiting')), terms: 1, reason: 'not now', offer: 'x' };
      const other = await s.ask(as, 'whoami', { where: channels.finance });
      expect(answerOf(await s.teams.act(as, other.id, verb, data))).toBe(elsewhere);
      await s.cardOf(asked, 'Waiting');
      expect(s.sentRequests()).toHaveLength(0);
      await s.ask('di', `cancel request ${asked.ref}`);
    },
  );

  it('on a copy posted by “Show” counts like one on the first', async () => {
    const asked = await s.requestRole('di', 'reader on staging for 2 days because I count');
    const list = await s.ask('bo', 'waiting', { where: channels.finance });
    await s.press('bo', list, 'change.show');
    const copy = await s.message(channels.finance, (message) =>
      buttonsOf(message).some(({ verb }) => verb === 'change.view'),
    );
    await s.press('bo', copy, 'change.approve');
    await s.cardOf(asked, 'Eligible until');
  });
});

it('an automatic refresh of a card decides nothing', async () => {
  const asked = await s.requestRole('di', 'reader on gateway for 2 days because I count');
  const card = await s.cardOf(asked, 'Waiting');
  const data = { change: changeIn(card), terms: 1, 'change.deny.reason': 'by nobody' };
  const place = { kind: 'channel', id: channels.approvals, name: 'Approvals' } as const;
  const scene = {
    serviceUrl: `${s.teams.url}/connector/`,
    now: s.clock.now(),
    person: people.bo,
    place,
    root: card.id,
  };
  for (const verb of ['change.approve', 'change.deny', 'form.submit', 'say']) {
    const value = pressValue({ type: 'Action.Execute', verb, data }, 'automatic');
    const refresh = invokeActivity(scene, `f:refresh-${verb}`, 'adaptiveCard/action', value, card.id);
    const { body } = await s.teams.deliver(refresh);
    expect(body).toMatchObject({ value: plain('bot.refused.automatic') });
  }
  await s.cardOf(asked, 'Waiting');
});
