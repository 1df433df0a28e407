import { MINUTE } from '#platform/lib/clock.ts';
import { cloud, people } from '../../sandbox/world.ts';
import { buttonsOf, fieldsOf } from '../support/card-view.ts';
import { channels, wordsOf } from '../support/steward.ts';
import { answerOf, freshStory, plain, scopes, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

/** Later than the lag of the vendor's lists. */
const PAST_LAG = 20 * MINUTE;

const atVendor = async (path: string, body: unknown): Promise<{ readonly id: string }> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${s.vendor.url}/__sandbox/eligibilities${path}`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { readonly id: string };
};
const grantOutside = (person: keyof typeof people) =>
  atVendor('', { principal: people[person].objectId, role: cloud.roles.reader.id, scope: scopes.ledger, days: 5 });
const removeOutside = (id: string) => atVendor('/remove', { id });

/** The row of the list that names this person, opened by this reader. */
const openRow = async (as: 'ana' | 'bo' | 'di', name: string) => {
  const list = await s.ask(as, 'drift');
  return { list, answer: await openOn(as, list, name) };
};

const openOn = async (as: 'ana' | 'bo' | 'di', list: Awaited<ReturnType<typeof s.ask>>, name: string) => {
  const row = rowOf(list, name);
  return s.teams.act(as, list.id, 'access.driftOne', row);
};

/** The data of a row that is pressed as a whole. */
const rowOf = (list: Awaited<ReturnType<typeof s.ask>>, name: string): Record<string, unknown> => {
  const found = JSON.stringify(list.cards)
    .split('"type":"Container"')
    .find((part) => part.includes(name) && part.includes('access.driftOne'));
  const data = /"verb":"access\.driftOne","data":(\{[^}]*\})/.exec(found ?? '')?.[1];
  if (data === undefined) throw new Error(`no row of ${name}:\n${wordsOf(list)}`);
  return JSON.parse(data) as Record<string, unknown>;
};

beforeEach(() => freshStory(s));

it('a grant made outside Steward is removed with the form that its button fills in', async () => {
  await grantOutside('di');
  const { list, answer } = await openRow('bo', people.di.name);
  expect(answerOf(answer)).toContain(shown('access.drift.kind.outside'));
  const data = rowOf(list, people.di.name);
  await s.teams.act('bo', list.id, 'access.driftRemove', data);
  const form = await s.message(
    channels.general,
    (message) => buttonsOf(message).some(({ verb }) => verb === 'form.submit'),
    'bo',
  );
  expect(fieldsOf(form)).toMatchObject({ reason: plain('access.drift.reason.outside') });
  await s.sendForm('bo', form, {});
  await s.until('the vendor has it no more', async () => (await s.listedRole('di', 'ledger', 'reader')).length === 0);
});

it('what somebody keeps is not reported until it changes, and nobody keeps their own', async () => {
  const made = await grantOutside('ana');
  const { list } = await openRow('bo', people.ana.name);
  const data = rowOf(list, 'Reader on Ledger');
  const own = answerOf(await openOn('ana', await s.ask('ana', 'drift'), 'Reader on Ledger'));
  expect(own).not.toContain(plain('access.drift.button.acknowledge'));
  const kept = answerOf(await s.teams.act('bo', list.id, 'access.driftKeep', data));
  expect(kept).not.toContain('Ana Rossi\nReader on Ledger');

  // Somebody ends it and makes it anew: that is another one.
  await removeOutside(made.id);
  await grantOutside('ana');
  s.clock.advance(MINUTE);
  expect(await s.reply('bo', 'drift')).toContain('Ana Rossi\nReader on Ledger');
});

it('a grant that was removed outside Steward says so on its card, and is asked for again by its own request', async () => {
  const asked = await s.requestApproved('ana', 'reader on staging for 5 days because I look into the failed payouts');
  await s.cardOf(asked, 'Eligible until');
  s.clock.advance(PAST_LAG);
  const [schedule] = await s.listedRole('ana', 'staging', 'reader');
  await removeOutside(schedule?.id ?? '');
  const { list, answer } = await openRow('ana', shown('access.drift.kind.gone'));
  expect(answerOf(answer)).toContain(asked.ref);
  await s.cardOf(asked, shown('access.status.removedOutside'));
  expect(await s.reply('ana', 'my access')).not.toContain('Payments Staging');
  await s.teams.act('ana', list.id, 'access.driftAsk', rowOf(list, shown('access.drift.kind.gone')));
  const form = await s.message(
    channels.general,
    (message) => buttonsOf(message).some(({ verb }) => verb === 'form.submit'),
    'ana',
  );
  expect(fieldsOf(form)).toMatchObject({ reason: 'I look into the failed payouts' });
});
