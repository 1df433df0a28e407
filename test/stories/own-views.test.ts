import type { MessageView } from '../../sandbox/teams/api.ts';
import { refreshesByItself } from '../../sandbox/teams/page/card/card-json.ts';
import { type PersonKey, people } from '../../sandbox/world.ts';
import { buttonsOf } from '../support/card-view.ts';
import { submit } from '../support/own-views.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, changeIn, plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const team = Object.keys(people).length;

const allTitlesOf = async (as: PersonKey, card: MessageView): Promise<string[]> =>
  buttonsOf(await s.lookAt(as, card)).map(({ title }) => title);

/** History is in the menu of whoever may see the request, whatever its state. */
const titlesOf = async (as: PersonKey, card: MessageView): Promise<string[]> =>
  (await allTitlesOf(as, card)).filter((title) => title !== 'History');

describe('a request that waits', () => {
  it('has one button for everybody, and brings each person of a small team their own view', async () => {
    const asked = await s.requestRole('ana', 'reader on staging for 2 days because I compare settings');
    const card = await s.cardOf(asked, 'Waiting');
    expect(buttonsOf(card).map(({ title }) => title)).toEqual(['Respond']);
    for (const { teamsId } of Object.values(people)) {
      expect(card.cards.some((one) => refreshesByItself(one, teamsId, team))).toBe(true);
    }
  });

  it('offers Approve and Deny to deciders, Withdraw with a second press to the requester, and nothing to others', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
    const card = await s.cardOf(asked, 'Waiting');
    expect(await allTitlesOf('bo', card)).toEqual(['Approve', 'I’m on it', 'Approve with changes', 'Deny', 'History']);
    expect(await allTitlesOf('ana', card)).toEqual(['Withdraw', 'History']);
    expect(await allTitlesOf('fi', card)).toEqual([]);
    for (const as of ['bo', 'ana', 'fi'] as const) expect(wordsOf(await s.lookAt(as, card))).toContain('I look');
    // A view is drawn whenever its reader looks; the card that all see stays, and each client writes its dates.
    expect(wordsOf(card)).toMatch(/Decide by\n\{\{/);
    expect(wordsOf(await s.lookAt('bo', card))).toMatch(/Decide by\n(?:today|tomorrow) \d/);
  });

  it('shows a vote to its voter, and offers them nothing more', async () => {
    const asked = await s.requestRole('ana', 'owner on payments for 1 day because I hand it over');
    await s.replaceInPolicy('decide: [security]', 'decide: [security, platform]\n      approvals: 2');
    const waiting = await s.cardOf(asked, '0 of 2');
    await s.press('bo', waiting, 'change.approve');
    const card = await s.cardOf(asked, '1 of 2');
    expect(await titlesOf('bo', card)).toEqual([]);
    expect(wordsOf(await s.lookAt('bo', card))).toMatch(/\*\*You\*\* approved · today \d/);
    expect(await titlesOf('cy', card)).toContain('Approve');
  });

  it('follows a change of the policy: whoever may no longer decide has no buttons any more', async () => {
    const asked = await s.requestRole('ana', 'contributor on payments for 2 days because I read logs');
    const before = await s.cardOf(asked, 'Bo Lind');
    expect(await titlesOf('bo', before)).toContain('Approve');
    await s.replaceInPolicy('platform: [bo]', 'platform: [fi]');
    const after = await s.cardOf(asked, 'Fi Costa');
    expect([await titlesOf('bo', after), await titlesOf('fi', after)]).toEqual([
      [],
      ['Approve', 'I’m on it', 'Approve with changes', 'Deny'],
    ]);
  });

  it('tells whoever presses Respond in vain that there is nothing to do', async () => {
    const asked = await s.requestRole('ana', 'reader on payments for 2 days because I look');
    const card = await s.cardOf(asked, 'Waiting');
    const answer = await s.teams.act('fi', card.id, 'change.view', { change: changeIn(card) });
    expect(answerOf(answer)).toContain(plain('changes.why.nothing'));
    expect(answerOf(answer)).not.toContain('Respond');
  });

  it('is approved in a client that knows neither refresh nor Action.Execute, in the decider’s own chat', async () => {
    const asked = await s.requestRole('ana', 'contributor on ledger for 2 days because I mend the ledger');
    const card = await s.cardOf(asked, 'Waiting');
    await submit(s, 'bo', card, 'Respond');
    const own = await s.cardOf(asked, 'Waiting', personalChat('bo'));
    await submit(s, 'bo', own, 'Approve');
    await s.cardOf(asked, 'Eligible until', channels.approvals);
    await s.cardOf(asked, 'Eligible until', personalChat('bo'));
  });
});

it('a card from an earlier version, with Approve for everybody, still works', async () => {
  const asked = await s.requestRole('ana', 'contributor on gateway for 2 days because I rotate certificates');
  const card = await s.cardOf(asked, 'Waiting');
  const data = { 'change.approve.shorter': '1 day', 'change.approve.reason': 'fine' };
  expect(answerOf(await s.pressUnoffered('bo', card, 'change.approve', data))).toContain('being granted');
  expect(wordsOf(await s.cardOf(asked, 'Eligible until'))).toContain('fine');
});

it('a refresh changes nothing, is not recorded, and leaves a person’s presses alone', async () => {
  const asked = await s.requestRole('ana', 'contributor on vault for 5 days because I read logs');
  const card = await s.cardOf(asked, 'Waiting');
  const entries = () => s.inStore((db) => db.selectFrom('audit').select('seq').execute());
  const before = (await entries()).length;
  const answers = await Promise.all(Array.from({ length: 100 }, () => s.teams.refresh('bo', card.id)));
  expect(answers.map(answerOf).every((words) => words.includes('Approve with changes …'))).toBe(true);
  expect(await entries()).toHaveLength(before);
  expect(answerOf(await s.press('bo', card, 'change.approve'))).toContain('being granted');
});
