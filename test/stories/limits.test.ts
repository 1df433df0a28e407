import '#engine/outbox/tables.ts';
import { appendFileSync } from 'node:fs';
import { messageActivity } from '../../sandbox/teams/channel/activities.ts';
import { type PersonKey, people, sandboxBot } from '../../sandbox/world.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, changeIn, freshStory, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const HALF_A_MINUTE = 30_000;
const limits = `
limits:
  commands:
    person: { count: 3, within: 1 minute }
    conversation: { count: 5, within: 1 minute }
    tenant: { count: 9, within: 1 minute }
  presses:
    person: { count: 2, within: 1 minute }
    conversation: { count: 3, within: 1 minute }
    tenant: { count: 4, within: 1 minute }
  openRequests: { person: 2, tenant: 4 }
`;

const s = steward({ prepare: ({ policyFile }) => appendFileSync(policyFile, limits) });

let said = 0;
/** Says `whoami` so many times and waits until all is answered that will be. */
const hurry = async (as: PersonKey, where: 'general' | 'approvals', times: number): Promise<string[]> => {
  const before = await s.teams.messages(channels[where]);
  const place = { kind: 'channel', id: channels[where], name: where } as const;
  for (let count = 0; count < times; count += 1) {
    said += 1;
    const mentions = [{ id: sandboxBot.id, name: 'Steward', text: '<at>Steward</at>' }];
    const scene = { serviceUrl: `${s.teams.url}/connector/`, now: s.clock.now(), person: people[as], place };
    const sent = { id: `${s.clock.now() + said}`, text: '<at>Steward</at> whoami', mentions };
    expect(await s.teams.deliver(messageActivity(scene, sent))).toMatchObject({ status: 200 });
  }
  return (await s.teams.messages(channels[where])).slice(before.length).map(wordsOf);
};

const over = (scope: string): string => shown('bot.limit.message', { scope, seconds: 30 });

describe('commands', () => {
  it('beyond a person’s limit are answered once, with the time of the next try, and accepted then', async () => {
    const answers = await hurry('fi', 'general', 6);
    expect(answers).toHaveLength(4);
    expect(answers[3]).toBe(over('person'));
    s.clock.advance(HALF_A_MINUTE);
    expect(await s.reply('fi', 'whoami')).toContain(people.fi.objectId);
  });

  it('of one person over the limit delay nobody else', async () => {
    await hurry('fi', 'general', 10);
    expect(await s.reply('bo', 'whoami')).toContain(people.bo.objectId);
  });

  it('beyond a conversation’s limit are answered once per person, and accepted elsewhere', async () => {
    await hurry('fi', 'general', 3);
    await hurry('di', 'general', 2);
    expect(await hurry('bo', 'general', 3)).toEqual([over('conversation')]);
    expect(await hurry('cy', 'general', 3)).toEqual([over('conversation')]);
    const where = personalChat('bo');
    expect(await s.reply('bo', 'whoami', { where })).toContain(people.bo.objectId);
  });

  it('beyond the tenant’s limit are not accepted anywhere', async () => {
    await hurry('fi', 'general', 3);
    await hurry('di', 'general', 2);
    await hurry('bo', 'approvals', 3);
    await hurry('cy', 'approvals', 1);
    expect(await hurry('ana', 'approvals', 2)).toEqual([over('tenant')]);
  });
});

describe('presses', () => {
  it('beyond a person’s limit are answered in place, and post nothing', async () => {
    const card = await s.ask('fi', 'whoami');
    const before = (await s.teams.messages(channels.general)).length;
    const answers: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      answers.push(answerOf(await s.teams.act('fi', card.id, 'change.show', { change: 'x' })));
    }
    const refused = plain('bot.limit.press', { scope: 'person', seconds: 30 });
    expect(answers.slice(2)).toEqual([refused, refused]);
    expect(await s.teams.messages(channels.general)).toHaveLength(before);
  });

  it('of others do not delay a decision', async () => {
    const asked = await s.requestRole('ana', 'reader on staging for 2 days because I count');
    const card = await s.cardOf(asked, 'Waiting');
    const show = (as: PersonKey) => s.teams.act(as, card.id, 'change.show', { change: 'x' });
    for (const as of ['fi', 'fi', 'di', 'di'] as const) await show(as);
    expect(answerOf(await show('cy'))).toBe(plain('bot.limit.press', { scope: 'conversation', seconds: 30 }));
    await s.press('bo', card, 'change.approve');
    await s.cardOf(asked, 'Eligible until');
  });

  it('for a decision count towards the person’s own limit', async () => {
    const asked = await s.requestRole('ana', 'reader on ledger for 2 days because I count');
    const card = await s.cardOf(asked, 'Waiting');
    const data = { change: changeIn(card), terms: 9 };
    for (let count = 0; count < 2; count += 1) await s.teams.act('bo', card.id, 'change.approve', data);
    const answer = await s.teams.act('bo', card.id, 'change.approve', data);
    expect(answerOf(answer)).toBe(plain('bot.limit.press', { scope: 'person', seconds: 30 }));
  });
});

it('the deciders’ card has critical priority, 0, and the requester’s copy the priority of answers, 1', async () => {
  const asked = await s.requestRole('ana', 'reader on payments for 2 days because I count');
  const card = await s.cardOf(asked, 'Waiting');
  const rows = await s.inStore((db) => db.selectFrom('deliveries').selectAll().execute());
  const own = rows.filter(({ subject }) => subject === `change:${changeIn(card)}`);
  expect(own.map(({ face, priority }) => [face, priority]).sort()).toEqual([
    ['approvers', 0],
    ['asker', 1],
  ]);
});

it('a person cannot have more waiting requests than the limit, until one is decided', async () => {
  const first = await s.requestRole('di', 'reader on payments for 2 days because I count');
  await s.requestRole('di', 'reader on staging for 2 days because I count');
  freshStory(s);
  const third = 'reader on ledger for 3 days because I count';
  expect(await s.requestRoleAnswer('di', third)).toContain(plain('changes.refused.tooManyOpen', { count: 2 }));
  await s.ask('di', `cancel request ${first.ref}`);
  expect(await s.requestRoleAnswer('di', third)).toMatch(/R-[0-9A-Z]{5}/);
});

it('all people together cannot have more waiting requests than the limit', async () => {
  const rest = await s.inStore((db) => db.selectFrom('changes').select('id').where('state', '=', 'waiting').execute());
  await s.replaceInPolicy('tenant: 4 }', `tenant: ${rest.length} }`);
  const refused = await s.requestRoleAnswer('bo', 'reader on payments for 2 days because I am too late');
  expect(refused).toContain(plain('changes.refused.tooManyOpenInAll', { count: rest.length }));
});
