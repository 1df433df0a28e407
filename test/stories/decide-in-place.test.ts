import { DAY, HOUR } from '#platform/lib/clock.ts';
import { buttonsOf, pressData } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

/** What an earlier story asked for has ended. */
beforeEach(async () => {
  s.clock.advance(5 * DAY);
  await s.until('nothing waits any more', async () => {
    const waiting = await s.inStore((db) =>
      db.selectFrom('changes').select('id').where('state', '=', 'waiting').execute(),
    );
    return waiting.length === 0;
  });
});

const bosChat = { where: personalChat('bo') };
/** Where it was asked, and its card stands. */
const inGeneral = { where: channels.general };

/** Presses the row's own button. */
const pressInRow = async (
  list: Awaited<ReturnType<typeof s.ask>>,
  verb: string,
  ref: string,
  fields: Readonly<Record<string, string>> = {},
) => {
  const button = buttonsOf(list).find((one) => one.verb === verb && one.data['ref'] === ref);
  if (!button) throw new Error(`no button ${verb} for ${ref} on this card:\n${wordsOf(list)}`);
  return answerOf(await s.teams.act('bo', list.id, verb, pressData(button, fields)));
};

describe('deciding in the list', () => {
  it('each row says who asks, for how long, why and until when it can be decided, the earliest deadline first', async () => {
    const first = await s.requestRole('ana', 'reader on ledger for 2 days because I look into late payouts');
    s.clock.advance(HOUR);
    const second = await s.requestRole('di', 'reader on staging for 3 days because I compare');
    const list = await s.reply('bo', 'waiting', bosChat);
    for (const part of ['Ana Rossi · 2 days', 'I look into late payouts', 'Di Meyer · 3 days']) {
      expect(list).toContain(part);
    }
    // Eight hours after the request: late in the day that is tomorrow.
    expect(list).toMatch(/Decide by (today|tomorrow) \d\d:\d\d/);
    expect(list.indexOf(first.ref)).toBeLessThan(list.indexOf(second.ref));
  });

  it('one press approves the third of seven; its row says so, and the six others stay', async () => {
    const roles = ['payments', 'staging', 'ledger'].flatMap((at) => [`reader on ${at}`, `contributor on ${at}`]);
    const asked = [];
    for (const role of roles) asked.push(await s.requestRole('ana', `${role} for 1 day because I look`));
    for (const role of roles.slice(0, 1)) asked.push(await s.requestRole('di', `${role} for 1 day because I look`));
    const list = await s.ask('bo', 'waiting', bosChat);
    const third = asked[2]?.ref ?? '';
    const after = await pressInRow(list, 'requests.approve', third);
    expect(after).toContain('Approved by Bo Lind · being granted');
    for (const { ref } of asked) expect(after).toContain(ref);
    expect(buttonsOf(await s.formOf('bo', list)).filter(({ verb }) => verb === 'requests.approve')).toHaveLength(6);
    await s.cardOf({ ref: third }, 'Eligible until', channels.general);
  });

  it('a denial wants its reason in the row', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
    const list = await s.ask('bo', 'waiting', bosChat);
    expect(await pressInRow(list, 'requests.deny', asked.ref, { [asked.ref]: ' ' })).toBe(
      plain('changes.refused.reasonMissing'),
    );
    const after = await pressInRow(list, 'requests.deny', asked.ref, { [asked.ref]: 'frozen this week' });
    expect(after).toContain('Denied by Bo Lind');
    expect(wordsOf(await s.cardOf(asked, 'Denied by Bo Lind'))).toContain('frozen this week');
  });

  it('what somebody else decided meanwhile says so in its row', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
    const list = await s.ask('bo', 'waiting', bosChat);
    await s.reply('cy', `deny ${asked.ref} because not now`);
    expect(await pressInRow(list, 'requests.approve', asked.ref)).toContain('Denied by Cy Okafor');
  });

  it('whoever may not decide is refused in a list of somebody else’s', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
    const list = await s.ask('bo', 'waiting', { where: channels.general });
    const button = buttonsOf(list).find(({ verb, data }) => verb === 'requests.approve' && data['ref'] === asked.ref);
    const refused = answerOf(await s.teams.act('ana', list.id, 'requests.approve', button?.data ?? {}));
    expect(refused).toBe(plain('changes.refused.own'));
  });
});

describe('deciding by a sentence', () => {
  it('`approve R-…` approves, and says it again when it is said again', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
    expect(await s.reply('bo', `approve ${asked.ref}`, inGeneral)).toContain('Approved by Bo Lind · being granted');
    await s.cardOf(asked, 'Eligible until');
    expect(await s.reply('bo', `approve ${asked.ref}`, inGeneral)).toContain('Eligible until');
    expect(s.sentRequests()).toHaveLength(1);
  });

  it('`approve R-… for 6 hours` makes it shorter, and every card and the toast say what was requested', async () => {
    const asked = await s.requestRole('ana', 'contributor on staging for 2 days because I look');
    await s.teams.say('bo', personalChat('bo'), `show ${asked.ref}`);
    await s.cardOf(asked, 'Waiting', personalChat('bo'));
    await s.reply('bo', `approve ${asked.ref} for 6 hours because it is enough`, bosChat);
    const said = plain('access.shortened', { length: '6 hours', requested: '2 days' });
    for (const where of [channels.general, channels.approvals, personalChat('ana')]) {
      expect(wordsOf(await s.cardOf(asked, 'Eligible until', where))).toContain(said);
    }
    const news = await s.cardOf(asked, 'Eligible until', personalChat('ana'));
    expect(news.summary).toContain(said);
    expect(await s.reply('ana', 'my requests')).toContain(said);
  });

  it('`deny R-… because …` denies; without a reason it asks for one', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 3 days because I look');
    expect(await s.reply('bo', `deny ${asked.ref}`, inGeneral)).toContain(shown('changes.refused.reasonMissing'));
    expect(await s.reply('bo', `deny ${asked.ref} because the release is frozen`, inGeneral)).toContain(
      'Denied by Bo Lind',
    );
    expect(wordsOf(await s.cardOf(asked, 'Denied'))).toContain('the release is frozen');
  });

  it('a reply in the request’s thread may leave out the reference', async () => {
    const asked = await s.requestRole('ana', 'reader on payments for 2 days because I look');
    const card = await s.cardOf(asked, 'Waiting', channels.approvals);
    const root = card.rootId ?? card.id;
    expect(await s.reply('bo', 'approve', { where: channels.approvals, root })).toContain('Approved by Bo Lind');
    await s.cardOf(asked, 'Eligible until', channels.general);
  });

  it('where no thread tells which, `approve` shows what waits', async () => {
    const asked = await s.requestRole('ana', 'contributor on gateway for 2 days because I look');
    const list = await s.reply('bo', 'approve', bosChat);
    expect(list).toContain(shown('requests.waiting.title'));
    expect(list).toContain(asked.ref);
    await s.cardOf(asked, 'Waiting');
  });

  it('nobody approves their own, and a stranger is told nothing of it', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
    expect(await s.reply('ana', `approve ${asked.ref}`)).toContain(shown('changes.refused.own'));
    expect(await s.reply('di', `approve ${asked.ref}`)).toContain(shown('requests.unknown', { ref: asked.ref }));
  });
});

describe('one’s own requests', () => {
  it('a waiting one is withdrawn in its row', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I look');
    const list = await s.ask('ana', 'my requests');
    const button = buttonsOf(list).find(({ verb, data }) => verb === 'requests.withdraw' && data['ref'] === asked.ref);
    const after = answerOf(await s.teams.act('ana', list.id, 'requests.withdraw', button?.data ?? {}));
    expect(after).toContain('Withdrawn by Ana Rossi');
    await s.cardOf(asked, 'Withdrawn by Ana Rossi');
  });

  it('an ended one is asked again with everything that was typed', async () => {
    const asked = await s.requestRole('di', 'reader on ledger for 2 days because I check invoices');
    await s.reply('bo', `deny ${asked.ref} because not now`, inGeneral);
    const list = await s.ask('di', 'my requests');
    const form = await s.pressForForm('di', list, 'requests.again');
    expect(wordsOf(form)).toContain('Ledger');
  });
});

describe('one’s own access', () => {
  it('a row has the hour of its end, and leads to its removal, to its card and to where it is activated', async () => {
    const asked = await s.requestApproved('ana', 'contributor on payments for 2 days because I look');
    await s.cardOf(asked, 'Eligible until', personalChat('ana'));
    const list = await s.ask('ana', 'my access', { where: personalChat('ana') });
    expect(wordsOf(list)).toMatch(/Eligible until [^\n]*\d\d:\d\d/);
    expect(JSON.stringify(list.cards)).toContain('https://portal.vendor.example/roles/mine?scope=');
    const row = buttonsOf(list).find(({ verb, data }) => verb === 'access.removeOne' && data['place']);
    expect(row?.data).toMatchObject({ role: 'Contributor', place: 'Payments Production' });
    expect(buttonsOf(list).map(({ verb }) => verb)).toContain('change.show');
    const form = await s.pressForForm('ana', list, 'access.removeOne');
    expect(wordsOf(form)).toContain('Contributor on Payments Production');
  });
});
