import type { InvokeResult, MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { buttonsOf, pressData } from '../support/card-view.ts';
import { describeStoreUrls } from '../support/database.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { historyOf, isIdle, violations } from '../support/store-invariants.ts';
import { everyCopy, type RequestRef } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

describeStoreUrls((_kind, url) => {
  const s = steward(() => ({ databaseUrl: url() }));

  const CARD = 'application/vnd.microsoft.card.adaptive';
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
});
