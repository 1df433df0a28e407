import type { InvokeResult, MessageView } from '../../sandbox/teams/api.ts';
import { messageActivity } from '../../sandbox/teams/channel/activities.ts';
import { type PersonKey, people, sandboxBot } from '../../sandbox/world.ts';
import { buttonsOf, pressData } from '../support/card-view.ts';
import { describeStoreUrls } from '../support/database.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { historyOf, isIdle, violations } from '../support/store-invariants.ts';
import { answerOf, everyCopy, plain, type RequestRef } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

describeStoreUrls((_kind, url) => {
  const s = steward(() => ({ databaseUrl: url() }));

  const CARD = 'application/vnd.microsoft.card.adaptive';
  const STRIP = 'application/vnd.microsoft.activity.message';
  const GRANTED = ['asked', 'approved', 'sending', 'done'];

  /** Everything done, then: nothing stuck, and what the audit tells of this request. */
  const afterwards = async (asked: RequestRef): Promise<string[]> => {
    await s.until('all quiet', () => s.inStore(isIdle));
    expect(await s.inStore(violations)).toEqual([]);
    return s.inStore((db) => historyOf(db, asked.ref));
  };

  /** Teams takes an answer only in this form. */
  const kindOf = ({ status, body }: InvokeResult): string | undefined =>
    status === 200 && body?.statusCode === 200 && body.value ? body.type : undefined;

  /** Beyond the moment for which a card that was pressed is left alone. */
  const A_MOMENT = 2_000;
  const everyCopySays = async (asked: RequestRef, words: string, places = everyCopy('ana', asked)): Promise<void> => {
    s.clock.advance(A_MOMENT);
    for (const where of places) await s.cardOf(asked, words, where);
  };

  it('one of two simultaneous approvals counts, and the other person sees who approved and when', async () => {
    const asked = await s.requestRole('ana', 'reader on payments for 5 days because I fix payouts');
    const card = await s.cardOf(asked);
    const answers = await Promise.all([
      s.pressUnoffered('bo', card, 'change.approve'),
      s.pressUnoffered('cy', card, 'change.approve'),
    ]);
    expect(answers.map(kindOf).sort()).toEqual([STRIP, CARD].sort());
    const strip = answers.find((answer) => kindOf(answer) === STRIP) as InvokeResult;
    expect(answerOf(strip)).toMatch(/^(Bo Lind|Cy Okafor) .*\d\d:\d\d/);
    expect(answerOf(strip)).toMatch(/approved|done/);
    await everyCopySays(asked, 'Eligible until');
    expect(await afterwards(asked)).toEqual(GRANTED);
    expect(s.sentRequests()).toHaveLength(1);
  });

  const places = ['payments', 'staging', 'ledger', 'gateway'];
  it.each(places)('approve against deny on %s has one result everywhere', async (place) => {
    const asked = await s.requestRole('ana', `contributor on ${place} for 3 days because I race`);
    const card = await s.cardOf(asked);
    const [approved, denied] = await Promise.all([
      s.pressUnoffered('bo', card, 'change.approve'),
      s.pressUnoffered('cy', card, 'change.deny', { 'change.deny.reason': 'not in this week' }),
    ]);
    const won = kindOf(approved) === CARD;
    expect(kindOf(denied)).toBe(won ? STRIP : CARD);
    expect(answerOf(won ? denied : approved)).toContain(won ? 'Bo Lind' : 'Cy Okafor');
    await everyCopySays(asked, won ? 'Eligible until' : 'Denied by Cy Okafor');
    expect(await afterwards(asked)).toEqual(won ? GRANTED : ['asked', 'denied']);
    expect(s.sentRequests()).toHaveLength(won ? 1 : 0);
  });

  it.each(places)('approve against withdraw on %s has one result everywhere', async (place) => {
    const asked = await s.requestRole('di', `contributor on ${place} for 3 days because I race`);
    const card = await s.cardOf(asked);
    const own = await s.cardOf(asked, 'Waiting', channels.general);
    const [cancelled, approved] = await Promise.all([
      s.pressUnoffered('di', own, 'change.cancel'),
      s.pressUnoffered('bo', card, 'change.approve'),
    ]);
    const won = kindOf(approved) === CARD;
    expect(kindOf(cancelled)).toBe(won ? STRIP : CARD);
    expect(answerOf(won ? cancelled : approved)).toContain(
      won ? 'Bo Lind already approved this' : 'Di Meyer already withdrew this',
    );
    await everyCopySays(asked, won ? 'Eligible until' : 'Withdrawn by Di Meyer', [asked.where, channels.approvals]);
    expect(await afterwards(asked)).toEqual(won ? GRANTED : ['asked', 'cancelled']);
    expect(s.sentRequests()).toHaveLength(won ? 1 : 0);
  });

  /** Presses as it stood when the person looked, whatever has become of the card since. */
  const pressAgain = async (
    as: PersonKey,
    seen: MessageView,
    verb: string,
    fields: Record<string, string>,
    ids: string[],
  ) => {
    const button = buttonsOf(await s.lookAt(as, seen)).find((candidate) => candidate.verb === verb);
    if (!button) throw new Error(`no button ${verb}`);
    const data = pressData(button, fields);
    return ids.map((activityId) => () => s.teams.act(as, seen.id, verb, data, { activityId }));
  };

  type Presses = readonly (() => Promise<InvokeResult>)[];
  const inTurn = async (presses: Presses): Promise<InvokeResult[]> => {
    const answers: InvokeResult[] = [];
    for (const once of presses) answers.push(await once());
    return answers;
  };
  const atOnce = (presses: Presses): Promise<InvokeResult[]> => Promise.all(presses.map((once) => once()));

  const ways = [
    ['one after the other', 'staging', inTurn],
    ['all at once', 'ledger', atOnce],
  ] as const;

  it.each(ways)('one click delivered four times under two ids, %s, counts once', async (_how, place, deliver) => {
    const asked = await s.requestRole('ana', `reader on ${place} for 2 days because I click`);
    const card = await s.cardOf(asked);
    const ids = ['one', 'one', 'two', 'two'].map((id) => `f:click-${place}-${id}`);
    const answers = await deliver(await pressAgain('bo', card, 'change.approve', {}, ids));
    expect(answers.map(kindOf)).toEqual([CARD, CARD, CARD, CARD]);
    await everyCopySays(asked, 'Eligible until');
    expect(await afterwards(asked)).toEqual(GRANTED);
    expect(s.sentRequests()).toHaveLength(1);
  });

  it.each(ways)('a form submitted twice under two ids, %s, makes one request', async (_how, place, deliver) => {
    const form = await s.ask('bo', `request role contributor on ${place} for 4 days`);
    const ids = ['one', 'two'].map((id) => `f:form-${place}-${id}`);
    const answers = await deliver(await pressAgain('bo', form, 'form.submit', { reason: `a form for ${place}` }, ids));
    const said = answers.map((answer) => (kindOf(answer) === CARD ? CARD : answerOf(answer)));
    expect(answers.map(answerOf).join('\n')).toMatch(/R-\w{5}/);
    expect([plain('bot.form.sent'), CARD]).toEqual(expect.arrayContaining(said));
    expect(await cardsSaying(`a form for ${place}`)).toHaveLength(1);
  });

  it('a form submitted again before its end is stored is answered with its card', async () => {
    const form = await s.ask('bo', 'request role contributor on gateway for 4 days');
    const again = await pressAgain('bo', form, 'form.submit', { reason: 'a form sent in one moment' }, [
      'f:now-1',
      'f:now-2',
    ]);
    const open = () =>
      s.inStore((db) => db.selectFrom('form_records').select('id').where('ended_at', 'is', null).execute());
    const before = (await open()).map(({ id }) => id);
    await again[0]?.();
    await s.inStore((db) => db.updateTable('form_records').set({ ended_at: null }).where('id', 'in', before).execute());
    expect((await inTurn(again.slice(1))).map(kindOf)).toEqual([CARD]);
    expect(await cardsSaying('a form sent in one moment')).toHaveLength(1);
  });

  /** Once all is quiet. */
  const cardsSaying = async (words: string): Promise<MessageView[]> => {
    await s.until('all quiet', () => s.inStore(isIdle));
    return (await s.teams.messages(channels.approvals)).filter((card) => wordsOf(card).includes(words));
  };

  it('one message delivered twice at once makes one request', async () => {
    const sentence = '@Steward request role reader on staging for 2 days because it came twice';
    const { id } = await s.teams.say('bo', channels.general, sentence, { mention: true, deliverTwice: true });
    const answers = async () => (await s.teams.messages(channels.general)).filter(({ rootId }) => rootId === id);
    await s.until('the form', async () => (await answers()).length > 0);
    await s.until('all quiet', () => s.inStore(isIdle));
    const forms = await answers();
    expect(forms).toHaveLength(1);
    for (const form of forms) await s.sendForm('bo', form, {});
    expect(await cardsSaying('it came twice')).toHaveLength(1);
  });

  it('one message delivered again later makes no second request', async () => {
    const { id } = await s.teams.say('ana', channels.general, 'for nobody but the people');
    const text = '<at>Steward</at> request role reader on gateway for 2 days because of an echo';
    const place = { kind: 'channel', id: channels.general, name: 'General' } as const;
    const scene = { serviceUrl: `${s.teams.url}/connector/`, now: s.clock.now(), person: people.bo, place, root: id };
    const mentions = [{ ...sandboxBot, text: '<at>Steward</at>' }];
    const activity = messageActivity(scene, { id, text, mentions });
    for (const _time of [1, 2, 3]) expect((await s.teams.deliver(activity)).status).toBe(200);
    const forms = (await s.teams.messages(channels.general)).filter(({ rootId }) => rootId === id);
    expect(forms).toHaveLength(1);
    for (const form of forms) await s.sendForm('bo', form, {});
    expect(await cardsSaying('of an echo')).toHaveLength(1);
  });

  it('two people fill the same form in one thread, and neither answers for the other', async () => {
    const forDi = await s.ask('di', 'request role');
    const root = forDi.rootId ?? forDi.id;
    await s.teams.say('bo', channels.general, 'request role', { mention: true, root });
    const forBo = await s.message(
      channels.general,
      ({ rootId, id, from }) => rootId === root && from.kind === 'bot' && id !== forDi.id,
    );
    await s.sendForm('di', forDi, { role: 'reader', place: 'staging' });
    await s.sendForm('bo', forBo, { role: 'contributor', place: 'payments' });
    const dis = await s.sendForm('di', forDi, { duration: '3 days', reason: 'what Di wants' });
    const bos = await s.sendForm('bo', forBo, { duration: '4 days', reason: 'what Bo wants' });
    expect(wordsOf(dis)).toContain('what Di wants');
    expect(wordsOf(bos)).toContain('what Bo wants');
    const [card] = await cardsSaying('what Bo wants');
    expect(card && wordsOf(card)).toMatch(/Contributor on Payments Production[\s\S]*Bo Lind[\s\S]*4 days/);
    expect(await cardsSaying('what Di wants')).toHaveLength(1);
  });
});
