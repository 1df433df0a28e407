import { writeEligibilityRequest } from '#cloud/operations/role-eligibility-request.ts';
import { profileOf } from '#cloud/services/profile.ts';
import type { Change } from '#engine/changes/change.ts';
import type { ChangeContext } from '#engine/changes/change-kind.ts';
import { grant } from '#features/access/grant.ts';
import { access } from '#features/access/index.ts';
import { GRANT, REMOVE } from '#features/access/requestable.ts';
import { recordGrant } from '#features/access/store.ts';
import type { GrantTerms, Length } from '#features/access/terms.ts';
import { DAY, HOUR, iso } from '#platform/lib/clock.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { people } from '../../../sandbox/world.ts';
import cases from '../../fixtures/access/grants.json' with { type: 'json' };
import { changeOf } from '../../support/change-of.ts';
import { policyWith } from '../../support/shipped-policy.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const words = loadTexts().for('en');
const terms: GrantTerms = {
  person: { objectId: people.ana.objectId, name: 'Ana Rossi' },
  place: { key: 'payments', title: 'Payments', scope: '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01' },
  role: { key: 'contributor', title: 'Contributor', id: 'b24988ac-6180-42a0-ab88-20f7382dd24c' },
  start: null,
  length: { kind: 'for', ms: 5 * DAY },
  reason: 'I look',
  ticket: '',
  window: null,
};
const vendor = {
  freeze: (_operation: unknown, input: Parameters<typeof writeEligibilityRequest>[0]) =>
    writeEligibilityRequest(input, profileOf('Vendor')),
} as unknown as Parameters<typeof grant.freeze>[2];

const lengthOf = ({ kind, hours = 0 }: { kind: string; hours?: number }): Length => {
  if (kind === 'always') return { kind };
  return kind === 'for' ? { kind, ms: hours * HOUR } : { kind: 'until', at: NOW + hours * HOUR };
};

it.each(cases.sent)('$what is sent with the start and end of its approval', ({ start, length, expiration, end }) => {
  const at = start === undefined ? null : NOW + start * HOUR;
  const guid = people.ana.objectId;
  const frozen = grant.freeze({ ...terms, start: at, length: lengthOf(length) }, { guid, now: NOW }, vendor);
  const { ScheduleInfo } = (frozen.call as unknown as { body: { Properties: { ScheduleInfo: object } } }).body
    .Properties;
  const [begins, ends] = [Math.max(at ?? NOW, NOW), end === null ? null : NOW + end * HOUR];
  expect(frozen.terms.window).toEqual({ start: begins, end: ends });
  expect(ScheduleInfo).toEqual({
    StartDateTime: iso(begins),
    Expiration: { ...expiration, ...(expiration.Type === 'AfterDateTime' ? { EndDateTime: iso(ends ?? 0) } : {}) },
  });
});

it.each(cases.shorter)('an approver who types “$typed” for five days', ({ typed, hours, refused }) => {
  const narrowed = () => grant.narrow?.apply(terms, { shorter: typed }, NOW);
  if (refused !== undefined) expect(narrowed).toThrow(expect.objectContaining({ textKey: refused }));
  else expect(narrowed()?.length).toEqual({ kind: 'for', ms: (hours ?? 0) * HOUR });
});

describe('the card of a grant', () => {
  const done: Change<GrantTerms> = changeOf(
    { ...terms, window: { start: NOW, end: NOW + 5 * DAY } },
    { kind: GRANT, state: 'done', requester: { ...terms.person, language: 'en' } },
  );
  const drawn = async (more: Partial<ChangeContext> = {}, piece?: [string, string]) => {
    const { db, transaction, close } = await openDatabase('sqlite::memory:', access.migrations ?? {});
    await transaction((trx) => recordGrant(trx, done, NOW));
    const none = { openChange: async () => undefined, mayAsk: () => true };
    const context = { db, now: NOW + HOUR, policy: policyWith(...(piece ?? [])), ...none, ...more };
    const described = await grant.describe(done, context as unknown as ChangeContext, words);
    await close();
    return described;
  };
  const ADDRESS = 'activate: https://portal.vendor.example/roles/mine?scope={scope}&role={role}';

  it('leads its holder alone to where it is activated, and tells others who does it', async () => {
    const { own, next } = await drawn();
    expect(own).toMatchObject({
      person: people.ana.objectId,
      links: [{ url: expect.stringContaining('/roles/mine?') }],
    });
    expect(next).toBe(words.markdown('access.status.activatedBy', { who: 'Ana Rossi' }));
  });

  it('leads to the holder’s roles where the policy names no address', async () => {
    const { own, buttons } = await drawn({}, [ADDRESS, '# none']);
    expect([own?.links, buttons.some(({ verb }) => verb === 'access.mine')]).toEqual([[], true]);
  });

  it.each([
    ['holds', HOUR, ['access.extend', 'access.remove'], false],
    ['has ended', 6 * DAY, [], true],
  ])('that %s has the buttons that still mean something', async (_how, later, verbs, isOver) => {
    const described = await drawn({ now: NOW + later });
    expect([described.buttons.map(({ verb }) => verb), described.isOver]).toEqual([verbs, isOver]);
  });

  it('that is being removed says by whom, and has no button', async () => {
    const removing = changeOf(
      {},
      { kind: REMOVE, state: 'doing', requester: { objectId: 'b', name: 'Bo Lind', language: 'en' } },
    );
    const { headline, buttons } = await drawn({ openChange: async (kind) => (kind === REMOVE ? removing : undefined) });
    expect([headline?.text, buttons]).toEqual([words.markdown('access.status.removing', { by: 'Bo Lind' }), []]);
  });
});
