import { HOUR } from '#platform/lib/clock.ts';
import type { MembersOf } from '#policy/model/policy-base.ts';
import { type PersonKey, people } from '../../../sandbox/world.ts';
import { describeStores } from '../../support/database.ts';
import { untilLater } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { createEngine, type Engine, policyText } from './engine.ts';

const ids = {
  leads: '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b60',
  askers: '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b61',
};
const withGroups = (text: string): string =>
  text.replace(
    'askers: [ana, di], leads: [bo, cy, di]',
    `askers: { entra: ${ids.askers} }, leads: { entra: ${ids.leads} }`,
  );

const inGroups =
  (groups: Partial<Record<keyof typeof ids, readonly PersonKey[]>>): MembersOf =>
  (id) => {
    const keys = Object.entries(ids).find(([, one]) => one === id)?.[0] as keyof typeof ids;
    return groups[keys]?.map((key) => ({ objectId: people[key].objectId }));
  };
const everybody = inGroups({ askers: ['ana', 'di'], leads: ['bo', 'cy', 'di'] });
const askersOnly = inGroups({ askers: ['ana', 'di'] });
const nobody = inGroups({});

const one = withGroups(policyText('name: one, ask: [askers], decide: [leads, fi], card: approvals'));
const two = withGroups(policyText('name: two, ask: [askers], decide: [leads, fi], approvals: 2, card: approvals'));

describeStores((_kind, open) => {
  const engineWith = async (text = one): Promise<Engine> => {
    const engine = await createEngine(open, text);
    engine.policy.read(everybody);
    return engine;
  };
  const refusalOf = async (pressed: ReturnType<Engine['decide']>) => (await pressed).refused;

  it('a request is not ended by a denial while the members of a deciding group are unknown', async () => {
    const engine = await engineWith(
      withGroups(
        policyText('name: two, ask: [askers], decide: [leads, fi], approvals: 2, denials: 2, card: approvals'),
      ),
    );
    const id = await engine.ask('ana');
    engine.policy.read(askersOnly);
    await engine.decide('fi', id, { verdict: 'deny' });
    expect(await engine.stateOf(id)).toBe('waiting');
  });

  it('a vote of somebody in a group that cannot be read does not count then, and counts again later', async () => {
    const engine = await engineWith(two);
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    engine.policy.read(askersOnly);
    await engine.decide('fi', id);
    expect(await engine.stateOf(id)).toBe('waiting');
    expect(await engine.card(id)).not.toContain('no longer counts');
    engine.policy.read(everybody);
    await engine.decide('cy', id);
    expect(await engine.stateOf(id)).toBe('approved');
  });

  it('the card and the refusal say what cannot be read, and who can decide meanwhile', async () => {
    const engine = await engineWith();
    const id = await engine.ask('ana');
    engine.policy.read(askersOnly);
    expect(await engine.card(id)).toContain('who is in leads. Only Fi Costa can decide until it can.');
    expect(await refusalOf(engine.decide('bo', id))).toMatchObject({
      text: 'changes.refused.unreadDeciders',
      values: { groups: 'leads', people: 'Fi Costa' },
    });
  });

  it('no later rule takes over from one of which it is unknown who may ask', async () => {
    const rules = [
      'name: strict, ask: [askers], decide: [leads], card: approvals',
      'name: lax, ask: [everyone], approvals: 0',
    ];
    const engine = await engineWith(withGroups(policyText(...rules)));
    engine.policy.read(nobody);
    await expect(engine.ask('ana')).rejects.toMatchObject({ code: 'Policy.Unread', values: { groups: 'askers' } });
    engine.policy.read(everybody);
    expect((await engine.find(await engine.ask('fi'))).rule).toBe('lax');
  });

  it('a waiting request of somebody of whom nobody knows whether they may ask is decided by nobody', async () => {
    const engine = await engineWith();
    const id = await engine.ask('ana');
    engine.policy.read(inGroups({ leads: ['bo'] }));
    expect(await refusalOf(engine.decide('bo', id))).toMatchObject({ text: 'changes.refused.unreadAskers' });
    expect(await engine.card(id)).toContain('so it cannot tell whether Ana Rossi may request this');
  });

  it('an approved request waits with its call until the groups can be read', async () => {
    const engine = await engineWith();
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    engine.policy.read(askersOnly);
    engine.jobs.start();
    await until('a look at the policy', async () => (await dueAt(engine)) > engine.clock.now());
    expect(engine.vendor.calls).toEqual([]);
    engine.policy.read(everybody);
    await untilLater(engine, 1_000, 'done', async () => (await engine.stateOf(id)) === 'done');
    expect(engine.vendor.calls).toHaveLength(1);
    await engine.jobs.stop();
  });

  it('an approved request fails with that reason when the groups cannot be read until its time is up', async () => {
    const engine = await engineWith();
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    engine.policy.read(askersOnly);
    engine.clock.advance(HOUR);
    engine.jobs.start();
    await until('its end', async () => (await engine.stateOf(id)) === 'failed');
    expect((await engine.find(id)).failure).toMatchObject({ code: 'Policy.Unread', values: { groups: 'leads' } });
    await engine.jobs.stop();
  });
});

/** When the job that sends is due next, in milliseconds since 1970. */
const dueAt = async ({ database }: Engine): Promise<number> => {
  const job = await database.db
    .selectFrom('jobs')
    .select(['due_at', 'lease_owner'])
    .where('key', 'like', 'changes.perform:%')
    .executeTakeFirst();
  return job === undefined || job.lease_owner !== null ? 0 : Date.parse(job.due_at);
};
