import { forbiddenGrant } from '#features/access/grant.ts';
import { parseLength, parseStart } from '#features/access/parse-length.ts';
import { accessSection, rolesOf } from '#features/access/policy.ts';
import type { GrantTerms } from '#features/access/terms.ts';
import { DAY, HOUR } from '#platform/lib/clock.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { createTestPolicy } from '../../support/policy.ts';

const now = Date.parse('2026-03-02T09:00:00Z');
const words = loadTexts().for('en');
const context = { now, zone: 'UTC', words };
const SCOPE = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const ROLE = 'acdd72a7-3385-48ef-bd42-f606fba81ae7';

const policyOf = (role = '', all = '', place = SCOPE) =>
  createTestPolicy(
    `people: {}\nplaces: { payments: { scope: ${place} } }\naccess:\n  roles: { reader: { id: ${ROLE}, title: Reader${role} } }\n${all}`,
    [accessSection],
  ).current();
const roleOf = (...parts: Parameters<typeof policyOf>) => rolesOf(policyOf(...parts))[0];
const terms = (more: Partial<GrantTerms> = {}): GrantTerms => ({
  person: { objectId: 'a', name: 'Ana' },
  place: { key: 'payments', title: 'Payments', scope: SCOPE },
  role: { key: 'reader', title: 'Reader', id: ROLE },
  start: null,
  length: { kind: 'for', ms: 5 * DAY },
  reason: '',
  ticket: '',
  window: null,
  ...more,
});
const forbids = (more: Partial<GrantTerms>, ...parts: Parameters<typeof policyOf>) =>
  forbiddenGrant(terms(more), policyOf(...parts), now)?.text;

describe('a role without settings in the policy', () => {
  it('lasts at most 90 days and starts within 30 days', () => {
    expect(roleOf()).toMatchObject({ max: 90 * DAY, startWithin: 30 * DAY });
  });

  it('follows the policy’s settings for all roles', () => {
    expect(roleOf('', '  max: 10 days\n  startWithin: 2 days\n')).toMatchObject({
      max: 10 * DAY,
      startWithin: 2 * DAY,
    });
  });

  it('requires an end', () => {
    expect(forbids({ length: { kind: 'always' } })).toBe('access.failure.tooLong');
  });

  it.each<[string, Partial<GrantTerms>, string | undefined]>([
    ['90 days', { length: { kind: 'for', ms: 90 * DAY } }, undefined],
    ['more than 90 days', { length: { kind: 'for', ms: 90 * DAY + 1 } }, 'access.failure.tooLong'],
    ['until a day within 90', { length: { kind: 'until', at: now + 90 * DAY } }, undefined],
    ['until a day beyond 90', { length: { kind: 'until', at: now + 91 * DAY } }, 'access.failure.tooLong'],
    ['a start within 30 days', { start: now + 30 * DAY }, undefined],
    ['a start in 2099', { start: Date.parse('2099-01-01T00:00:00Z') }, 'access.failure.startLate'],
  ])('%s', (_what, more, says) => {
    expect(forbids(more)).toBe(says);
  });
});

describe('a role with settings in the policy', () => {
  it('may be permanent only if its own settings say so', () => {
    expect(roleOf(', max: no end')?.max).toBeUndefined();
    expect(forbids({ length: { kind: 'always' } }, ', max: no end')).toBeUndefined();
  });

  it('follows its own settings before those for all roles', () => {
    expect(roleOf(', max: 8 hours, startWithin: 1 day', '  max: 2 days\n')).toMatchObject({
      max: 8 * HOUR,
      startWithin: DAY,
    });
  });

  it('that means something else now is forbidden', () => {
    expect(forbids({ role: { key: 'reader', title: 'Reader', id: ROLE.replace('a', 'b') } })).toBe(
      'changes.failure.renamed',
    );
    expect(forbids({ role: { key: 'gone', title: 'Gone', id: ROLE } })).toBe('changes.failure.renamed');
    expect(forbids({}, '', '', `${SCOPE}/resourceGroups/rg`)).toBe('changes.failure.renamed');
  });
});

describe('the request form', () => {
  const limits = { reason: false, ticket: false, tickets: [], mfa: false, vendor: undefined, startWithin: 30 * DAY };
  const ended = { ...limits, max: 90 * DAY, endRequired: true };
  const endless = { ...limits, max: undefined, endRequired: false };

  it.each(['no end', 'for ever', 'always', 'unlimited'])('accepts “%s” only where the policy allows it', (text) => {
    expect(parseLength(text, null, ended, context)).toHaveProperty('problem');
    expect(parseLength(text, null, endless, context)).toEqual({ value: { kind: 'always' } });
  });

  it('suggests “no end” only where it is allowed', () => {
    expect(parseLength('a while', null, ended, context)).toEqual({ problem: expect.not.stringContaining('no end') });
    expect(parseLength('a while', null, endless, context)).toEqual({ problem: expect.stringContaining('no end') });
  });

  it('refuses a start too far ahead and names the limit', () => {
    expect(parseStart('2099-01-01', limits, context)).toEqual({ problem: expect.stringContaining('30 days') });
    expect(parseStart('2026-03-20', limits, context)).toHaveProperty('value');
  });
});

it.each([
  ['until tomorrow 17:00', true],
  ['Friday', true],
  ['until tomorrow 17:00 UTC', false],
  ['until tomorrow 17:00 +05:30', false],
  ['8 hours', false],
  ['2 days', false],
])('where nobody said the zone, “%s” is asked for one: %s', (text, isAsked) => {
  const nowhere = { ...context, zone: 'UTC', zoneIs: 'unknown' as const };
  const asked = { problem: expect.stringContaining('time zone') };
  const read = parseLength(text, null, undefined, nowhere);
  expect(read).toEqual(isAsked ? asked : expect.not.objectContaining(asked));
  if (isAsked) expect(parseStart(text.replace('until ', ''), { startWithin: 90 * 86_400_000 }, nowhere)).toEqual(asked);
});
