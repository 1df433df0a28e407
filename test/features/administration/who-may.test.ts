import type { FormContext } from '#bot/commands/registry.ts';
import { isAdministrator, requireAdministrator } from '#features/administration/administrators.ts';
import { policyView } from '#features/administration/cards/policy-card.ts';
import { refuseOwnRevocation } from '#features/administration/chat/revoke-form.ts';
import { administration } from '#features/administration/index.ts';
import type { Services } from '#features/feature.ts';
import { policySections } from '#features/index.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { people } from '../../../sandbox/world.ts';
import cases from '../../fixtures/administration/who-may.json' with { type: 'json' };
import { createFeatureChat, texts } from '../../support/feature-chat.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { shipped } from '../../support/shipped-policy.ts';
import { turnOf } from '../../support/turn.ts';

const ADMINISTRATORS = 'administrators: [platform]';
const second =
  '  fi-admin: { id: f2f7c0de-6666-4f66-8f66-0f0f0f0f0f07, name: Fi Costa (admin), same as: fi }\n\ngroups:\n';
const changes: Readonly<Record<string, (text: string) => string>> = {
  secondAccount: (text) => text.replace('groups:\n', second).replace(ADMINISTRATORS, 'administrators: [fi-admin]'),
  person: (text) => text.replace(ADMINISTRATORS, 'administrators: [cy]'),
  nobody: (text) => text.replace(`${ADMINISTRATORS}\n`, ''),
};
const policyOf = (change = '') => createTestPolicy(changes[change]?.(shipped) ?? shipped, policySections);
const turnAs = (key: keyof typeof people, guest = false) => {
  const { objectId, name } = people[key];
  return turnOf({
    who: { objectId, tenantId: 't', name, teamsId: `29:${key}`, ...(guest ? { guest } : {}) },
    words: texts,
  });
};

it.each(cases.people)('$what is an administrator: $is', ({ who, change, guest = false, is }) => {
  const policy = policyOf(change).current();
  const check = () => requireAdministrator(policy, turnAs(who as 'bo', guest).who);
  if (is) expect(check()).toBeUndefined();
  else expect(check).toThrow(expect.objectContaining({ textKey: 'administration.refused.notYou' }));
  if (!guest) expect(isAdministrator(policy, people[who as 'bo'].objectId)).toBe(is);
});

const services = (): Services =>
  ({
    policy: policyOf(),
    database: { db: {} },
    changes: { freezes: { list: async () => [], stopped: async () => [] } },
  }) as unknown as Services;

it.each(cases.commands)('“%s” is refused to somebody who is no administrator, who reads who is', async (text) => {
  const refused = await createFeatureChat(administration, services()).say(turnAs('cy'), text);
  expect(refused.words).toBe(texts.plain('administration.refused.notYou'));
});

it('every command of the feature is listed for administrators alone, and its buttons are theirs', () => {
  const policy = policyOf().current();
  const shownTo = (key: 'bo' | 'cy') =>
    administration.commands?.map(({ listed }) => listed?.(policy, people[key].objectId));
  expect([new Set(shownTo('bo')), new Set(shownTo('cy'))]).toEqual([new Set([true]), new Set([false])]);
  expect(administration.commands?.filter(({ may }) => may === undefined)).toEqual([]);
});

it.each(cases.forms)('the form %s is neither drawn for nor sent by a former administrator', async (name) => {
  const form = administration.forms?.find((one) => one.name === name);
  const context = { turn: turnAs('cy'), services: services(), answers: {} } as unknown as FormContext;
  const refusal = { textKey: 'administration.refused.notYou', people: ['Bo Lind'] };
  for (const step of [...(form?.pages ?? []), form?.submit]) {
    await expect((async () => step?.(context))()).rejects.toMatchObject(refusal);
  }
});

it('nobody revokes what is their own, by any of their accounts', () => {
  const policy = policyOf('secondAccount').current();
  const other = 'f2f7c0de-6666-4f66-8f66-0f0f0f0f0f07';
  for (const mine of [people.fi.objectId, other])
    expect(() => refuseOwnRevocation(policy, people.fi.objectId, mine)).toThrow(
      expect.objectContaining({ textKey: 'administration.revoke.own' }),
    );
  expect(refuseOwnRevocation(policy, people.fi.objectId, people.bo.objectId)).toBeUndefined();
});

describe('the card of the policy', () => {
  const problem = { line: 7, message: 'boo is no person', remedy: 'write bo' };
  const freeze = { by: { name: 'Bo Lind' }, at: 0, place: undefined };
  const viewOf = (more: object) =>
    policyView(
      {
        ...{ policy: policyOf().current(), digest: '0123456789abcdef', since: undefined, problems: [], freezes: [] },
        ...{ isPrivate: false, isOwn: false, ...more },
      } as Parameters<typeof policyView>[0],
      loadTexts().for('en'),
    );

  it.each([
    ['where only those who may know it read along', true, 8, 'boo is no person'],
    ['elsewhere', false, 0, ''],
  ])('problems of the file stand on it %s: %s', (_where, isPrivate, count, text) => {
    const { lines, note } = viewOf({ problems: Array.from({ length: 10 }, () => problem), isPrivate });
    expect(lines).toHaveLength(count);
    expect(lines.every((line) => line.text.includes(text))).toBe(true);
    expect(note).toBe(
      isPrivate
        ? texts.markdown('administration.policy.more', { count: 2 })
        : texts.markdown('administration.policy.elsewhere'),
    );
  });

  it.each([
    ['in the own chat during a freeze', true, [freeze], 1],
    ['in the own chat without a freeze', true, [], 0],
    ['in a channel during a freeze', false, [freeze], 0],
  ])('a button that ends a freeze stands on it %s: %s', (_where, isOwn, freezes, count) => {
    expect(JSON.stringify(viewOf({ isOwn, freezes })).split('"unfreeze"').length - 1).toBe(count);
  });

  it('a version is told by twelve characters of its digest', () => {
    expect(viewOf({}).title).toContain('0123456789ab');
    expect(viewOf({}).title).not.toContain('0123456789abc');
  });
});
