import { readActivity } from '../../../src/bot/gate/activity.ts';
import { createGuard } from '../../../src/bot/turn/admission.ts';
import type { Member } from '../../../src/connector/conversations/members.ts';
import { createTestPolicy } from '../../support/policy.ts';

const ANA = 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01';
const OURS = '5a4d7e2c-91b3-4f60-8c1d-7e0b2f9a6c10';
const THEIRS = '99999999-91b3-4f60-8c1d-7e0b2f9a6c10';
const NAMED = `people:\n  ana: { id: ${ANA}, name: Ana Rossi }\n`;

const member: Member = { id: '29:ana', objectId: ANA, name: 'Ana', email: '', guest: false, tenantId: OURS };
const activity = readActivity({
  type: 'message',
  id: '17',
  timestamp: '2026-03-02T09:00:00Z',
  channelId: 'msteams',
  serviceUrl: 'https://smba.example/emea/',
  from: { id: '29:ana', name: 'Ana Rossi', aadObjectId: ANA },
  recipient: { id: '28:bot' },
  conversation: { id: '19:c@thread.tacv2', conversationType: 'channel', tenantId: OURS },
  channelData: { tenant: { id: OURS } },
});

/** @returns the code of the refusal, or `in` */
const guarded = async (policy: string, look: () => Promise<Member>): Promise<string> => {
  if (!activity) throw new Error('the sample is no activity');
  const guard = createGuard({ member: look }, createTestPolicy(policy, []), OURS);
  return guard(activity).then(
    () => 'in',
    (error: { code: string }) => error.code,
  );
};
const as = (more: Partial<Member>) => async () => ({ ...member, ...more });
const silent = async (): Promise<Member> => {
  throw Object.assign(new Error('no roster'), { code: 'Connector.gone' });
};

describe.each([
  ['whom the policy names', NAMED],
  ['whom it does not name', 'people: {}'],
  ['where guests are let in', 'guests: allow'],
])('a person %s', (_who, policy) => {
  it('of the tenant is served', async () => {
    await expect(guarded(policy, as({}))).resolves.toBe('in');
    await expect(guarded(policy, as({ tenantId: OURS.toUpperCase() }))).resolves.toBe('in');
  });

  it('of another tenant is refused each time', async () => {
    const look = as({ tenantId: THEIRS });
    await expect(guarded(policy, look)).resolves.toBe('Policy.OtherTenant');
    await expect(guarded(policy, look)).resolves.toBe('Policy.OtherTenant');
  });
});

it.each([
  ['a guest', 'people: {}', as({ guest: true }), 'Policy.Guest'],
  ['a guest whom the policy names', NAMED, as({ guest: true }), 'in'],
  ['a guest where guests are let in', 'guests: allow', as({ guest: true }), 'in'],
  ['who cannot be looked up', 'people: {}', silent, 'Connector.gone'],
  ['who cannot be looked up, where guests are let in', 'guests: allow', silent, 'Connector.gone'],
  ['whom the policy names and no roster tells of', NAMED, silent, 'in'],
  ['whom the policy names while the roster is silent', NAMED, () => new Promise<Member>(() => {}), 'in'],
  ['of whom the roster tells no tenant', 'people: {}', as({ tenantId: '' }), 'in'],
])('%s: %s', async (_who, policy, look, code) => {
  await expect(guarded(policy, look)).resolves.toBe(code);
});
