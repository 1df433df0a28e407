import { HOUR } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { createCrash } from '../support/crash.ts';
import { describeStoreUrls } from '../support/database.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { historyOf, isIdle } from '../support/store-invariants.ts';
import { answerOf, everyCopy, type RequestRef, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

/** A trouble that outlives the bot. */
const LONG = 60_000;
/** Longer than the edit of a pressed card is kept back, so that those of all copies are on their way at once. */
const HELD = 2_000;

/** What becomes of a call to Teams: refused after a while, or carried out and answered late. */
type Trouble = { readonly ms: number; readonly status: number } | { readonly lateMs: number };

describeStoreUrls((_kind, url) => {
  const s = steward(() => ({ databaseUrl: url() }));
  const crash = createCrash(s);

  const everyCopySays = async (asked: RequestRef, words: string): Promise<void> => {
    for (const where of everyCopy('ana', asked)) await s.cardOf(asked, words, where);
  };
  const cardsOf = async ({ ref }: Pick<RequestRef, 'ref'>, where: string): Promise<MessageView[]> =>
    (await s.teams.messages(where)).filter((message) => message.cards.length > 0 && wordsOf(message).includes(ref));
  const history = (asked: RequestRef) => s.inStore((db) => historyOf(db, asked.ref));

  /** Sends a form while Teams holds the new card and the edit of the form: the bot does not know what becomes of them. */
  const sendWhileHeld = async (sentence: string, trouble: Trouble): Promise<MessageView> => {
    const form = await s.ask('ana', `request role ${sentence}`);
    await s.until('all quiet', () => s.inStore(isIdle));
    for (const on of ['send', 'edit'] as const) s.teams.faults.next({ on, ...trouble });
    await s.press('ana', form, 'form.submit');
    await s.until('both cards on their way', async () => s.teams.faults.left() === 0);
    return form;
  };

  it('a crash before the PUT: it is sent once after the restart', async () => {
    const asked = await s.requestRole('ana', 'reader on payments for 5 days because I fix payouts');
    await s.restart({ drain: true });
    s.vendor.faults.set({ kind: 'slow', operation: 'token', ms: LONG, count: 1 });
    await s.pressApprove('bo', asked);
    await s.until('the call on its way', async () => (await crash.state()) === 'doing');
    await crash.now();
    expect(s.sentRequests()).toHaveLength(0);
    s.vendor.faults.clear();
    await crash.over();
    await everyCopySays(asked, 'Eligible until');
    expect(s.sentRequests()).toHaveLength(1);
    expect(await s.listedRole('ana', 'payments', 'reader')).toHaveLength(1);
    expect(await crash.remains()).toEqual([]);
  });

  it.each([
    ['conflict', 'staging'],
    ['success', 'ledger'],
  ] as const)('a crash after the PUT, with the repeat answered as %s: one grant', async (answer, place) => {
    const asked = await s.requestRole('ana', `reader on ${place} for 5 days because I fix payouts`);
    s.vendor.faults.set({ kind: 'slow', operation: 'createEligibilityRequest', ms: LONG, count: 1 });
    s.vendor.faults.set({ kind: 'reused-guid', answer });
    await s.pressApprove('bo', asked);
    await s.until('the effect', async () => (await s.listedRole('ana', place, 'reader')).length === 1);
    await crash.now();
    await crash.over();
    await everyCopySays(asked, 'Eligible until');
    const [first, ...again] = s.sentRequests();
    expect(again).toEqual([first]);
    expect(await s.listedRole('ana', place, 'reader')).toHaveLength(1);
    expect((await history(asked)).filter((event) => event === 'approved' || event === 'done')).toEqual([
      'approved',
      'done',
    ]);
    expect(await crash.remains()).toEqual([]);
  });

  it('a crash before the cards are posted: each is posted once after the restart', async () => {
    await sendWhileHeld('owner on staging for 1 day because nobody saw it', { ms: HELD, status: 503 });
    await crash.now(2);
    await crash.over();
    expect(await crash.remains()).toEqual([]);
    const asked = { ref: await crash.ref(), where: channels.general };
    expect(await cardsOf(asked, channels.approvals)).toHaveLength(1);
    expect(await cardsOf(asked, channels.general)).toHaveLength(1);
  });

  it.each([
    ['before its effect', 'payments', { ms: HELD, status: 503 }],
    ['after its effect', 'gateway', { lateMs: LONG }],
  ] as const)('a crash during an edit, %s: every copy shows the end', async (_when, place, trouble) => {
    const asked = await s.requestRole('ana', `contributor on ${place} for 5 days because I edit`);
    await s.cardOf(asked, 'Waiting', channels.general);
    await s.until('quiet', async () => (await crash.underWay()) === 0);
    s.teams.faults.next({ on: 'edit', count: 2, ...trouble });
    await s.pressApprove('bo', asked);
    await s.until('edits on their way', async () => s.teams.faults.left() === 0);
    await crash.now('status' in trouble ? 2 : 0);
    await crash.over();
    await everyCopySays(asked, 'Eligible until');
    expect(await s.listedRole('ana', place, 'contributor')).toHaveLength(1);
    expect(await crash.remains()).toEqual([]);
  });

  it('a request whose deadline passed while the bot was down is expired on every copy', async () => {
    const asked = await s.requestRole('ana', 'owner on ledger for 1 day because I wait');
    const card = await s.cardOf(asked);
    await crash.now();
    s.clock.advance(8 * HOUR);
    await crash.over();
    await everyCopySays(asked, shown('changes.state.expired'));
    const data = { change: /"change":"([^"]+)"/.exec(JSON.stringify(card.cards))?.[1], terms: 1 };
    expect(answerOf(await s.teams.act('cy', card.id, 'change.approve', data))).toContain('expired');
    expect(s.sentRequests()).toHaveLength(0);
    expect(await crash.remains()).toEqual([]);
  });
});
