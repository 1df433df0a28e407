import type { Turn } from '#bot/turn/turn.ts';
import { channel, createWatchesChat, texts } from './chat.ts';
import { cardIn } from './fake-alerts.ts';

const acknowledged = texts.plain('watches.incident.acknowledged', { who: 'Ana Rossi', event: 'PS7K-QX0' });
const which = texts.plain('watches.incident.which');

describe('“ack” without a name', () => {
  it.each<[string, Pick<Turn, 'quotes'>, readonly string[], readonly string[], string]>([
    ['in the thread of the card', {}, [], ['alert:card-1'], acknowledged],
    ['where one incident is open', {}, [], [], acknowledged],
    ['as a reply to Steward’s card', { quotes: ['7'] }, ['alert:card-1'], [], acknowledged],
    ['as a reply to a message of somebody else', { quotes: ['7'] }, [], ['alert:card-1'], which],
    ['as a reply to a message with two incidents', { quotes: ['7'] }, ['alert:card-1', 'alert:card-2'], [], which],
    ['beside what somebody forwarded', { quotes: [] }, ['alert:card-1'], ['alert:card-1'], which],
  ])('%s acts on what Steward posted, or asks', async (_how, quoting, onMessage, inThread, answer) => {
    const chat = await createWatchesChat('[platform, payments]', {
      subjectsOn: async () => [...onMessage],
      subjectsInThread: async () => [...inThread],
    });
    chat.alerts.cards.set('card-1', cardIn(channel));
    const { words } = await chat.say('ack', quoting);
    expect(words).toContain(answer);
    expect(chat.alerts.cards.get('card-1')?.acknowledged === undefined).toBe(answer === which);
  });
});
