import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { verifyAudit } from '#platform/audit/entries.ts';
import type { AuditEvent } from '#platform/audit/events.ts';
import { createLogger } from '#platform/lib/logger.ts';
import { people } from '../../sandbox/world.ts';
import { testKey } from '../support/audit.ts';
import { buttonsOf } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { changeIn, plain } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const logged: Record<string, unknown>[] = [];
const s = steward({ log: createLogger('info', { write: (line) => void logged.push(JSON.parse(line)) }) });

interface Noted {
  readonly about: string;
  readonly actor: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What the audit has of such an event, once there is any of which this holds. */
const noted = (event: AuditEvent, holds: (entry: Noted) => boolean = () => true): Promise<Noted> =>
  s.until(`an entry “${event}”`, async () => {
    const rows = await s.inStore((db) => db.selectFrom('audit').selectAll().where('event', '=', event).execute());
    return rows
      .map(({ change_id, actor, detail_json }) => ({ about: change_id, actor, detail: JSON.parse(detail_json) }))
      .findLast(holds);
  });

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

it('the audit has the policy at the start and each later one, taken or refused', async () => {
  const before = readFileSync(s.policyFile, 'utf8');
  const after = `${before}\n# another line\n`;
  expect(await noted('policy in force')).toMatchObject({
    about: 'policy',
    actor: 'steward',
    detail: { after: digest(before) },
  });
  await s.writePolicy(() => after);
  const change = await noted('policy in force', ({ detail }) => detail['before'] !== undefined);
  expect(change.detail).toMatchObject({ before: digest(before), after: digest(after), people: expect.any(Number) });
  await s.writePolicy(() => `${before}\ncolour: red\n`);
  const refused = { before: digest(after), after: digest(`${before}\ncolour: red\n`), problems: 1 };
  expect((await noted('policy refused')).detail).toMatchObject(refused);
});

it('the audit has an export with its person and account before the file is sent', async () => {
  await s.ask('di', 'export november', { where: channels.finance });
  const chat = async () => s.teams.messages(personalChat('di'));
  const offered = await s.until('a file', async () => (await chat()).find(({ consents }) => consents?.[0]));
  await s.teams.consent('di', offered.id, 0, true);
  const { actor, detail } = await noted('invoice exported');
  expect([actor, detail['name']]).toEqual([people.di.objectId, offered.consents?.[0]?.name]);
});

it('the audit has who was shown hidden texts, and not the texts', async () => {
  const list = await s.ask('cy', 'health payments type security');
  const button = buttonsOf(await s.formOf('cy', list)).find(({ data }) => data['event'] === 'SECU-3D9');
  await s.teams.act('cy', list.id, button?.verb ?? '', button?.data ?? {});
  expect(await noted('hidden text shown')).toMatchObject({
    about: 'SECU-3D9',
    actor: people.cy.objectId,
    detail: { subscription: expect.any(String) },
  });
});

it('the audit has the beginning and the end of watches and mutes', async () => {
  const where = channels.alerts;
  const watch = await s.ask('ana', 'watch health on payments', { where });
  const [ref = ''] = wordsOf(watch).match(/W-[0-9A-Z]{5}/) ?? [];
  const isMine = ({ about }: Noted): boolean => about === ref;
  expect(await noted('watch set up', isMine)).toMatchObject({ actor: people.ana.objectId });
  await s.ask('ana', `pause ${ref}`, { where });
  expect((await noted('watch changed', isMine)).detail).toMatchObject({ paused: 'forever', source: 'health' });
  await s.ask('ana', 'mute service App Service anyway', { where });
  expect((await noted('mute set up')).detail).toMatchObject({ what: 'service', name: 'App Service' });
  await s.ask('ana', 'unmute service App Service', { where });
  expect((await noted('mute ended')).actor).toBe(people.ana.objectId);
  await s.ask('ana', `unwatch ${ref}`, { where });
  await noted('watch ended', isMine);
});

it('the audit has each change of a shared glossary', async () => {
  await s.ask('bo', 'glossary add ledger = Kontenbuch in German for the team');
  expect(await noted('glossary changed')).toMatchObject({
    actor: people.bo.objectId,
    detail: { scope: 'team', added: 1, replaced: 0 },
  });
  const list = await s.ask('bo', 'glossary');
  await s.pressTitled('bo', list, plain('translation.glossary.takeOut'));
  await noted('glossary changed', ({ detail }) => detail['removed'] === 1);
});

it('the audit has a refused person once, with a count of the repeats', async () => {
  const asked = await s.requestRole('ana', 'reader on payments for 5 days because I look into it');
  for (const reason of ['one', 'two', 'three']) {
    expect(await s.pressAnyway('ana', asked, 'change.approve', { 'change.approve.reason': reason })).toBe(
      plain('changes.refused.own'),
    );
    expect(await s.pressAnyway('ed', asked, 'change.approve', { 'change.approve.reason': reason })).toContain(
      plain('bot.refused.guest'),
    );
  }
  const isBy = (person: keyof typeof people, why: string) => (entry: Noted) =>
    entry.actor === people[person].objectId && entry.detail['why'] === why;
  expect((await noted('refused', isBy('ana', 'changes.refused.own'))).detail).toEqual({
    why: 'changes.refused.own',
    conversation: channels.approvals,
    verdict: 'approve',
  });
  await noted('refused', isBy('ed', 'bot.refused.guest'));
  await s.restart({ drain: true });
  const counted = (person: keyof typeof people, why: string) =>
    noted('refused', (entry) => isBy(person, why)(entry) && entry.detail['more'] === 2);
  await counted('ana', 'changes.refused.own');
  await counted('ed', 'bot.refused.guest');
});

it('the audit has a press in a conversation without the card', async () => {
  const asked = await s.requestRole('di', 'reader on ledger for 2 days because I count');
  const change = changeIn(await s.cardOf(asked, 'Waiting'));
  const other = await s.ask('bo', 'whoami', { where: channels.finance });
  await s.teams.act('bo', other.id, 'change.approve', { change, terms: 1 });
  const elsewhere = ({ detail }: Noted): boolean => detail['why'] === 'changes.refused.elsewhere';
  expect(await noted('refused', elsewhere)).toMatchObject({ about: 'change.approve', actor: people.bo.objectId });
});

it('the audit has a person over a limit', async () => {
  await s.writePolicy((text) => `${text}\nlimits: { commands: { person: { count: 1, within: 1 minute } } }\n`);
  for (const text of ['whoami', 'whoami', 'whoami']) await s.teams.say('fi', channels.general, text, { mention: true });
  const limited = await noted('refused', ({ detail }) => detail['why'] === 'limit');
  expect([limited.actor, limited.detail['conversation']]).toEqual([people.fi.objectId, channels.general]);
});

it('the audit has a rejected activity with the check that it failed', async () => {
  const body = { method: 'POST', headers: { authorization: 'Bearer a.b.c', 'content-type': 'application/json' } };
  await fetch(`${s.url}/api/messages`, { ...body, body: '{}' });
  expect(await noted('refused', ({ about }) => about === 'gate')).toMatchObject({ actor: 'steward' });
});

it('the heads in the log verify the chain, over a restart too', async () => {
  const asked = await s.requestRole('ana', 'reader on staging for 5 days because I look into it');
  expect(await s.pressApprove('bo', asked)).toContain('being granted');
  await s.cardOf(asked, 'Eligible until');
  await s.restart({ drain: true });
  const heads = logged.filter(({ msg }) => msg === 'audit.head').map(({ seq, hash }) => ({ seq, hash }));
  expect(heads.length).toBeGreaterThan(1);
  const known = heads as { seq: number; hash: string }[];
  expect(await s.inStore((db) => verifyAudit(db, testKey, known))).toMatchObject({ ok: true });
  expect(JSON.stringify(logged)).not.toContain('a key that the tests know');
});
