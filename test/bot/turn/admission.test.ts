import type { VerifiedActivity } from '#bot/gate/activity.ts';
import { createGuard } from '#bot/turn/admission.ts';
import type { Connector } from '#teams/connector/connector.ts';
import type { Member } from '#teams/connector/conversations/members.ts';
import { ConnectorError, type ConnectorErrorKind } from '#teams/connector/errors.ts';
import { activityOf } from '../../support/activity.ts';
import { createTestPolicy } from '../../support/policy.ts';

const ANA = 'a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01';
const OURS = '5a4d7e2c-91b3-4f60-8c1d-7e0b2f9a6c10';
const NAMED = `people:\n  ana: { id: ${ANA}, name: Ana Rossi }\n`;

const member: Member = { id: '29:ana', objectId: ANA, name: 'Ana', email: '', guest: false, foreign: false };
const activity = activityOf({
  from: { id: '29:ana', name: 'Ana Rossi', aadObjectId: ANA },
  conversation: { id: '19:c@thread.tacv2', conversationType: 'channel', tenantId: OURS },
  channelData: { tenant: { id: OURS } },
});

/** @returns the code of the refusal, or `in` */
const guarded = async (policy: string, look: () => Promise<Member>): Promise<string> => {
  const guard = createGuard({ member: look, openPersonal: silent }, createTestPolicy(policy, []));
  return guard(activity).then(
    () => 'in',
    (error: { code: string }) => error.code,
  );
};
const as = (more: Partial<Member>) => async () => ({ ...member, ...more });
const silent = async (): Promise<never> => {
  throw Object.assign(new Error('no roster'), { code: 'Connector.gone' });
};

describe.each([
  ['whom the policy names', NAMED],
  ['whom it does not name', 'people: {}'],
  ['where guests are let in', 'guests: allow'],
])('a person %s', (_who, policy) => {
  it('of the tenant is served', async () => {
    await expect(guarded(policy, as({}))).resolves.toBe('in');
  });

  it('of another tenant is refused each time', async () => {
    const look = as({ foreign: true });
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
])('%s: %s', async (_who, policy, look, code) => {
  await expect(guarded(policy, look)).resolves.toBe(code);
});

describe('in a conversation without the bot, from the menu of a message', () => {
  const own = { id: 'a:ana', serviceUrl: 'https://smba.example/emea/', tenantId: OURS };
  const fails = (kind: ConnectorErrorKind) => async () => {
    throw new ConnectorError(kind);
  };
  const fromMenu = { ...activity, type: 'invoke', name: 'composeExtension/fetchTask' } as VerifiedActivity;
  /** @returns the code of the refusal, or `in` */
  const asked = async (there: () => Promise<Member>, inOwn: () => Promise<Member>, open = async () => own) => {
    const member: Connector['member'] = ({ id }) => (id === own.id ? inOwn() : there());
    const guard = createGuard({ member, openPersonal: open }, createTestPolicy('people: {}', []));
    return guard(fromMenu).then(
      () => 'in',
      (error: { code: string }) => error.code,
    );
  };

  it.each<[string, () => Promise<Member>, string]>([
    ['a member of the organisation', as({}), 'in'],
    ['a guest', as({ guest: true }), 'Policy.Guest'],
    ['a person of another organisation', as({ foreign: true }), 'Policy.OtherTenant'],
    ['nobody', fails('left'), 'Policy.NotInstalled'],
    ['nothing for now', fails('throttled'), 'Connector.throttled'],
  ])('whom the own chat knows as %s is answered %s', async (_who, inOwn, code) => {
    expect(await asked(fails('left'), inOwn)).toBe(code);
    expect(await asked(fails('gone'), inOwn)).toBe(code);
  });

  it('whose chat cannot be opened is offered the installation', async () => {
    expect(await asked(fails('left'), as({}), fails('refused'))).toBe('Policy.NotInstalled');
  });

  it('the own chat is not asked while the roster cannot be read', async () => {
    expect(await asked(fails('throttled'), as({}))).toBe('Connector.throttled');
  });
});
