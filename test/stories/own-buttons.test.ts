import type { MessageView } from '../../sandbox/teams/api.ts';
import { refreshesByItself } from '../../sandbox/teams/page/card/card-json.ts';
import { type PersonKey, people } from '../../sandbox/world.ts';
import { buttonsOf } from '../support/card-view.ts';
import { pressAsIf, submit } from '../support/own-views.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { answerOf, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const MORE = plain('cards.view.more');
const verbsOf = (message: MessageView): string[] => buttonsOf(message).map(({ verb }) => verb);
/** As it stands in the conversation, before any client asks for a view. */
const posted = async ({ id, conversationId }: MessageView): Promise<MessageView> => {
  const found = (await s.teams.messages(conversationId)).find((message) => message.id === id);
  if (!found) throw new Error('the message is gone');
  return found;
};
const pressMore = async (as: PersonKey, card: MessageView): Promise<string> => {
  const more = buttonsOf(await posted(card)).find(({ verb }) => verb === 'card.view');
  if (!more) throw new Error(`no ${MORE} on this card:\n${wordsOf(card)}`);
  return answerOf(await s.teams.act(as, card.id, more.verb, more.data));
};

describe('an incident', () => {
  let card: MessageView;
  const begin = async (): Promise<void> => {
    const stages = [{ at: 0, eventLevel: 'Error', spreads: ['West Europe'], says: 'We look into it.' }];
    const script = { name: 'PSB1-001', eventType: 'ServiceIssue', title: 'payments wait', services: ['App Service'] };
    const body = JSON.stringify({
      scripts: [{ ...script, reach: 'production', begins: -60_000, stages }],
      alone: true,
    });
    const headers = { 'content-type': 'application/json' };
    await fetch(`${s.vendor.url}/__sandbox/health-events`, { method: 'POST', headers, body });
    await s.ask('ana', 'watch health on payments', { where: channels.alerts });
    card = await s.fast(() =>
      s.until('the incident', async () =>
        (await s.teams.messages(channels.alerts)).find(
          (message) => message.rootId === undefined && verbsOf(message).includes('alert.acknowledge'),
        ),
      ),
    );
  };

  it('has for everybody what everybody may press, and more for whoever watches', async () => {
    await begin();
    expect(verbsOf(card)).toContain('alert.acknowledge');
    expect(wordsOf(card)).toContain(MORE);
    for (const name of ['alerts.button.mute', 'access.button.offer'] as const) {
      expect(wordsOf(card)).not.toContain(plain(name));
      expect(wordsOf(await s.lookAt('ana', card))).toContain(plain(name));
      expect(wordsOf(await s.lookAt('fi', card))).not.toContain(plain(name));
    }
    expect(wordsOf(await s.lookAt('fi', card))).not.toContain(MORE);
  });

  it('shows a guest whom the policy keeps out no button, and its state', async () => {
    const seen = await s.lookAt('ed', card);
    expect(verbsOf(seen)).toEqual([]);
    expect(wordsOf(seen)).toContain('payments wait');
    const pressed = await pressAsIf(s, 'ed', card, { verb: 'alert.acknowledge', of: 'cy' });
    expect(answerOf(pressed)).toContain(plain('bot.refused.guest'));
  });

  it('shows a person their own buttons on a press of More options, in a client without refresh', async () => {
    expect(await pressMore('bo', card)).toContain(plain('alerts.button.mute'));
    expect(await pressMore('fi', card)).toBe(plain('cards.view.nothing'));
  });

  it('tells an older client, which shows no answers in a card’s place, what to do instead', async () => {
    await submit(s, 'ana', card, MORE);
    await s.message(channels.alerts, (message) => wordsOf(message).includes(shown('cards.view.older')), 'ana');
  });

  it('keeps what is one’s own after a press on it', async () => {
    await s.press('ana', card, 'alert.acknowledge');
    await s.message(channels.alerts, (one) => one.id === card.id && wordsOf(one).includes('Ana Rossi'), 'fi');
    expect(wordsOf(await s.lookAt('ana', card))).toContain(plain('alerts.button.mute'));
  });
});

it('a list is read once: the view that its reader’s client asks for is the list as it was read', async () => {
  const reads = () => s.vendor.faults.seen().filter(({ path }) => path.includes('cg-ledger-scoring')).length;
  const before = reads();
  const list = await s.ask('ana', 'container cg-ledger-scoring');
  await s.lookAt('ana', list);
  await s.lookAt('ana', list);
  expect(reads()).toBe(before + 1);
  await s.press('ana', list, 'containers.show');
  expect(reads()).toBe(before + 2);
});

it('only whoever is concerned is asked for a view of a list, and everybody of a small team of a posted card', async () => {
  const [list] = (await posted(await s.ask('ana', 'container cg-ledger-scoring'))).cards;
  const team = Object.keys(people).length;
  const asked = Object.entries(people).filter(([, { teamsId }]) => refreshesByItself(list, teamsId, team));
  expect(asked.map(([key]) => key)).toEqual(['ana']);
});

it('a card that everybody may press all of brings no views', async () => {
  const list = await posted(await s.ask('ana', 'health payments type planned'));
  expect(list.cards[0]).not.toHaveProperty('refresh');
});
