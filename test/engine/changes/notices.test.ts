import { type Awaited, dueNotices, type NoticeQuestion } from '#engine/changes/notices/due-notices.ts';
import { type NoticeSettings, usualSettings } from '#engine/changes/notices/settings.ts';
import { HOUR } from '#platform/lib/clock.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import { describeStores } from '../../support/database.ts';
import { until } from '../../support/until.ts';
import { askedByAna, createEngine, type Engine, policyText } from './engine.ts';

const NOON = Date.parse('2026-11-23T12:00:00Z');

const person = (more: Partial<Awaited> = {}, settings: Partial<NoticeSettings> = {}): Awaited => ({
  person: 'bo',
  settings: { ...usualSettings, ...settings },
  notifiedAt: undefined,
  claimedAt: undefined,
  ...more,
});

const ask = (awaited: readonly Awaited[], more: Partial<NoticeQuestion> = {}) =>
  dueNotices({
    ...{ now: NOON, deadlineAt: NOON + 8 * HOUR, escalateAt: undefined, remindMs: 2 * HOUR, awaited },
    ...more,
  });

const AT_NOON = { from: 11 * 60, to: 13 * 60 };

it('somebody who has heard nothing is asked at once, and then there is nothing to wait for', () => {
  expect(ask([person()])).toEqual({
    due: [{ person: 'bo', kind: 'asked' }],
    escalates: false,
    next: undefined,
    firstHeardAt: NOON,
  });
});

it.each<[string, Awaited, number | undefined]>([
  ['a notified person', person({ notifiedAt: NOON - HOUR }), NOON + HOUR],
  ['somebody who looks at it', person({ notifiedAt: NOON - HOUR, claimedAt: NOON }), NOON + 2 * HOUR],
  ['somebody in quiet hours', person({}, { quiet: AT_NOON }), NOON + HOUR],
  ['somebody away', person({}, { awayUntil: NOON + 3 * HOUR }), NOON + 3 * HOUR],
  ['somebody away beyond the deadline', person({}, { awayUntil: NOON + 9 * HOUR }), undefined],
  ['somebody with a daily message', person({}, { way: 'digest' }), undefined],
])('the next notice of %s comes when it may', (_who, one, next) => {
  expect(ask([one])).toMatchObject({ due: [], next });
});

it('a reminder that fell due while Steward was stopped, or in quiet hours, comes once', () => {
  expect(ask([person({ notifiedAt: NOON - 7 * HOUR })]).due).toEqual([{ person: 'bo', kind: 'reminder' }]);
  const quiet = person({ notifiedAt: NOON - 7 * HOUR }, { quiet: AT_NOON });
  expect(ask([quiet])).toMatchObject({ due: [], next: NOON + HOUR });
});

it('without “remind” nobody is reminded', () => {
  expect(ask([person({ notifiedAt: NOON - 7 * HOUR })], { remindMs: undefined })).toMatchObject({
    due: [],
    next: undefined,
  });
});

it('it escalates at its time, and not before', () => {
  expect(ask([], { escalateAt: NOON })).toMatchObject({ escalates: true });
  expect(ask([], { escalateAt: NOON + HOUR })).toMatchObject({ escalates: false, next: NOON + HOUR });
});

it('nobody hears of a request before its deadline when all are quiet or away until then', () => {
  const quiet = person({}, { quiet: { from: 11 * 60, to: 21 * 60 } });
  expect(ask([quiet, person({}, { awayUntil: NOON + 9 * HOUR })]).firstHeardAt).toBeUndefined();
  expect(ask([person({}, { way: 'digest' })]).firstHeardAt).toBeUndefined();
});

const TWO =
  'name: two, ask: [askers], decide: [bo, cy], approvals: 2, card: approvals, escalate: { to: [fi], after: 2 hours }';
const ONE = 'name: one, ask: [askers], decide: [bo], card: approvals, escalate: { to: [fi], after: 2 hours }';

describeStores((_kind, open) => {
  const escalated = ({ changes }: Engine, id: string) =>
    until('the escalation', async () => (await changes.find(id))?.escalatedAt !== undefined);

  it('a request that escalates between two approvals keeps the first one, and the new people give the second', async () => {
    const engine = await createEngine(open, policyText(TWO));
    engine.jobs.start();
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    expect((await engine.decide('fi', id)).refused).toBeDefined();
    engine.clock.advance(2 * HOUR);
    await escalated(engine, id);
    expect((await engine.decide('fi', id)).refused).toBeUndefined();
    expect((await engine.changes.find(id))?.state).not.toBe('waiting');
    await until('its end', async () => (await engine.changes.find(id))?.state === 'done');
    await engine.jobs.stop();
  });

  it('whom Teams knows no way to is told to the requester, and with nobody left it escalates at once', async () => {
    const engine = await createEngine(open, policyText(ONE));
    await engine.changes.notices.save(engine.idOf('bo'), { ...usualSettings, way: 'chat' });
    engine.connector.next('open', () => {
      throw new ConnectorError('gone');
    });
    engine.jobs.start();
    engine.outbox.start();
    const id = await engine.ask('ana');
    await escalated(engine, id);
    await until('the news', async () =>
      [...engine.connector.standing.values()].some((said) => said?.includes('could not reach')),
    );
    expect(await engine.card(id, 'asker', engine.idOf('ana'))).toContain('could not be reached');
    await Promise.all([engine.jobs.stop(), engine.outbox.stop()]);
  });

  it('a request that only its requester could decide escalates when it is made, and is refused without an escalation', async () => {
    const rule = 'ask: [askers, fi], decide: [ana], card: approvals';
    const { engine, id } = await askedByAna(
      open,
      policyText(`name: a, ${rule}, escalate: { to: [bo], after: 2 hours }`),
    );
    expect((await engine.changes.find(id))?.escalatedAt).toBe(engine.clock.now());
    engine.policy.replace(policyText(`name: a, ${rule}`));
    await expect(engine.ask('ana', { role: 'owner' })).rejects.toMatchObject({ code: 'Policy.NobodyDecides' });
  });

  it('a rule with approvals of each group cannot escalate', async () => {
    const rule =
      'name: a, ask: [askers], approvals: { leads: 1 }, card: approvals, escalate: { to: [fi], after: 2 hours }';
    await expect(createEngine(open, policyText(rule))).rejects.toThrow('the rule requires approvals of each group');
  });
});
