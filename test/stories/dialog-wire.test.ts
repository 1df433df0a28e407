import { type PersonKey, people, sandboxBot, tenantId } from '../../sandbox/world.ts';
import { dataIn, fromMenu, sendIn } from '../support/dialogs.ts';
import { channels, personalChat } from '../support/steward.ts';
import { plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

/** A chat between people, in which the bot has never been: Teams offers the message menu there too. */
const ELSEWHERE = { id: '19:ana_bo@unq.gbl.spaces', conversationType: 'personal' };
const THREAD = { id: `${channels.general};messageid=1`, conversationType: 'channel', isGroup: true };

interface Answer {
  readonly task?: { readonly type: string; readonly value: unknown };
}

let invokes = 0;

/** Hands an invoke to the bot as Teams documents it; each under an id of its own, unless one is given. */
const invoke = async (
  as: PersonKey,
  name: string,
  value: unknown,
  { id = `f:${++invokes}`, conversation = THREAD }: { id?: string; conversation?: object } = {},
): Promise<Answer> => {
  const { teamsId, objectId } = people[as];
  const { status, body } = await s.teams.deliver({
    type: 'invoke',
    id,
    name,
    value,
    channelId: 'msteams',
    serviceUrl: `${s.teams.url}/connector/`,
    timestamp: new Date(s.clock.now()).toISOString(),
    locale: 'en-GB',
    from: { id: teamsId, name: people[as].name, aadObjectId: objectId },
    recipient: { id: sandboxBot.id, name: sandboxBot.name },
    conversation: { tenantId, ...conversation },
    channelData: { tenant: { id: tenantId }, source: { name: 'message' } },
  });
  expect(status).toBe(200);
  return body as Answer;
};

const payload = (content: string) => ({ id: '1', body: { contentType: 'html', content: `<div>${content}</div>` } });
const about = (content: string) => ({
  commandId: 'requestRole',
  commandContext: 'message',
  messagePayload: payload(content),
});

/** The form that the answer holds: what its submit button carries. */
const formIn = (answer: Answer): object => {
  const found = /"data":(\{"verb":"form\.submit"[^}]*\})/.exec(JSON.stringify(answer));
  if (!found?.[1]) throw new Error(`no form in ${JSON.stringify(answer)}`);
  return JSON.parse(found[1]);
};

const ownChatOf = async (person: PersonKey): Promise<string | null | undefined> => {
  const { objectId } = people[person];
  const chats = await s.inStore((db) => db.selectFrom('personal_chats').selectAll().execute());
  return chats.find(({ object_id }) => object_id === objectId)?.conversation_id;
};

describe('in a chat where the bot is no member', () => {
  const chosen = { role: 'reader', place: 'ledger' };
  const filled = { duration: '2 days', reason: 'asked elsewhere' };

  it('a request’s card comes to the person’s own chat, and that chat stays the one that it was', async () => {
    const opened = await invoke('ana', 'composeExtension/fetchTask', about('let me in'), { conversation: ELSEWHERE });
    const value = { ...about('let me in'), data: { ...formIn(opened), ...chosen } };
    const next = await invoke('ana', 'composeExtension/submitAction', value, { conversation: ELSEWHERE });
    const last = { ...about('let me in'), data: { ...formIn(next), ...filled } };
    expect(await invoke('ana', 'composeExtension/submitAction', last, { conversation: ELSEWHERE })).toEqual({
      task: { type: 'message', value: plain('bot.answer.delivered', { kind: 'personal' }) },
    });
    await s.message(personalChat('ana'), 'asked elsewhere');
    expect(await s.reply('ana', 'whoami', { where: personalChat('ana') })).toContain('Ana Rossi');
  });

  it('a search in a list of the dialog finds, and the person’s own chat stays the one that it was', async () => {
    const search = { dataset: 'access.request/place', queryText: 'ledger' };
    const found = await invoke('ana', 'application/search', search, { conversation: ELSEWHERE });
    expect(JSON.stringify(found)).toContain('"value":"ledger"');
    expect(await ownChatOf('ana')).toBe(personalChat('ana'));
  });

  it('a guest is refused there too: their own chat says who they are', async () => {
    const answer = await invoke('ed', 'composeExtension/fetchTask', about('let me in'), { conversation: ELSEWHERE });
    expect(answer.task).toEqual({ type: 'message', value: plain('bot.refused.guest') });
  });
});

describe('what nobody here knows', () => {
  const refused = plain('bot.refused.press');
  it.each([
    [
      'an action of the menu',
      'composeExtension/fetchTask',
      { ...about('x'), commandId: 'explode' },
      plain('bot.refused.menu'),
    ],
    ['a message without its payload', 'composeExtension/fetchTask', { commandId: 'requestRole' }, refused],
    ['a button', 'task/submit', { data: { verb: 'change.explode', change: 'x', terms: 1 } }, refused],
    [
      'a form without its id',
      'task/fetch',
      { data: { msteams: { type: 'task/fetch' }, verb: 'form.window' } },
      refused,
    ],
    ['a form that there is not', 'task/fetch', { data: { verb: 'form.window', form: 'x', name: 'y' } }, refused],
    ['data that are none', 'task/submit', { data: 'form.submit' }, refused],
    ['a preview', 'composeExtension/submitAction', { ...about('x'), botMessagePreviewAction: 'send' }, refused],
    ['no value', 'task/fetch', undefined, refused],
  ])('%s is told so in the dialog', async (_what, name, value, text) => {
    expect(await invoke('ana', name, value)).toEqual({ task: { type: 'message', value: text } });
  });
});

it('the same activity once more gets the same answer, word for word', async () => {
  const { id: message } = await s.teams.say('di', channels.general, 'I come under one id');
  const details = await sendIn(s, 'di', await fromMenu(s, 'di', message), { role: 'reader', place: 'gateway' });
  const data = dataIn(details, { duration: '2 days' });
  const conversation = { id: `${channels.general};messageid=${message}`, conversationType: 'channel' };
  const value = { commandId: 'requestRole', data };
  const same = { id: 'f:the-same', conversation };
  const [one, two] = await Promise.all([1, 2].map(() => invoke('di', 'composeExtension/submitAction', value, same)));
  expect(one).toEqual({ task: { type: 'message', value: plain('bot.answer.delivered', { kind: 'channel' }) } });
  expect([two, await invoke('di', 'composeExtension/submitAction', value, same)]).toEqual([one, one]);
});
