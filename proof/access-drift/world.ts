import { cloud } from '../../sandbox/world.ts';
import type { EligibilitySchedule } from '../../src/cloud/operations/role-eligibility-schemas.ts';
import { scopePath } from '../../src/cloud/request/path.ts';
import { profileOf } from '../../src/cloud/services/profile.ts';
import type { MismatchKind } from '../../src/features/access/drift/mismatch.ts';
import { DAY, HOUR, iso, MINUTE } from '../../src/platform/lib/clock.ts';
import { policyWith } from '../../test/support/shipped-policy.ts';
import type { Dice } from '../lib/dice.ts';

export const NOW = Date.parse('2026-11-18T12:00:00Z');
const LAG = 15 * MINUTE;
export const policy = policyWith();

/** What became of one grant, or of something that nobody asked Steward for. */
const fates = [
  'right',
  'nearly right',
  'not begun',
  'gone',
  'gone, granted of late',
  'over',
  'removed',
  'removed of late, still listed',
  'removed long ago, still listed',
  'being removed',
  'another end',
  'no end any more',
  'a condition',
  'made anew',
  'too long for the policy',
  'of a role that the policy has no more',
  'made outside',
  'made outside of late',
  'made outside for a group',
  'being granted',
] as const;
type Fate = (typeof fates)[number];

/** What a reader of docs/policy.md expects of each fate, where its place can be read. */
const expected: Readonly<Partial<Record<Fate, MismatchKind>>> = {
  gone: 'gone',
  'removed long ago, still listed': 'changed',
  'another end': 'changed',
  'no end any more': 'changed',
  'a condition': 'changed',
  'made anew': 'changed',
  'too long for the policy': 'forbidden',
  'of a role that the policy has no more': 'forbidden',
  'made outside': 'outside',
  'made outside for a group': 'outside',
};

/** Kinds that Steward knows without a list. */
const WITHOUT_LIST: ReadonlySet<MismatchKind | undefined> = new Set(['forbidden']);

/** A grant as Steward would have stored it. */
export interface StoredGrant {
  readonly id: string;
  readonly guid: string;
  readonly terms: Readonly<Record<string, unknown>>;
  readonly state: 'done' | 'doing';
  readonly start: number;
  readonly end: number | null;
  readonly grantedAt: number;
  readonly removedAt: number | null;
  readonly isBeingRemoved: boolean;
}

export interface World {
  readonly grants: readonly StoredGrant[];
  readonly listed: readonly EligibilitySchedule[];
  /** Paths of the places that cannot be read. */
  readonly unread: ReadonlySet<string>;
  /** `kind person`, sorted. */
  readonly expected: readonly string[];
}

const pathOf = (key: string): string => {
  const place = policy.place(key);
  if (!place) throw new Error(`no place ${key}`);
  return scopePath(place.scope, profileOf('Vendor'));
};

/** Places that the policy names, by the outermost one that is read for them. */
const places = { payments: 'payments', ledger: 'payments', gateway: 'payments', staging: 'staging' } as const;
const placeKeys = ['payments', 'ledger', 'gateway', 'staging'] as const;

const guid = (run: number, at: number): string =>
  `${run.toString(16).padStart(8, '0')}-0000-4000-8000-${at.toString(16).padStart(12, '0')}`;

/** One world: some grants and what became of each, under lists that lag and places that may not be readable. */
export const worldOf = (dice: Dice, run: number): World => {
  const unreadPlaces = dice.oneIn(4) ? [dice.pick(['payments', 'staging'] as const)] : [];
  const all = Array.from({ length: 1 + dice.below(14) }, (_, at) => one(dice, run, at));
  const differing = all.flatMap(({ fate, placeKey, person }) => {
    const kind = expected[fate];
    const isUnread = unreadPlaces.some((place) => place === places[placeKey]);
    return kind === undefined || (isUnread && !WITHOUT_LIST.has(kind)) ? [] : [`${kind} ${person}`];
  });
  return {
    grants: all.flatMap(({ grant }) => grant ?? []),
    listed: all.flatMap(({ listed }) => listed ?? []),
    unread: new Set(unreadPlaces.map(pathOf)),
    expected: differing.toSorted(),
  };
};

const OUTSIDE: ReadonlySet<Fate> = new Set(['made outside', 'made outside of late', 'made outside for a group']);
const UNLISTED: ReadonlySet<Fate> = new Set(['gone', 'gone, granted of late', 'over', 'removed', 'being removed']);

const one = (dice: Dice, run: number, at: number) => {
  const fate = dice.pick(fates);
  const placeKey = dice.pick(placeKeys);
  const person = guid(run, at);
  const request = guid(run, 1_000 + at);
  const scope = pathOf(placeKey);
  const grantedAt =
    NOW - (fate === 'gone, granted of late' ? dice.below(LAG - MINUTE) : LAG + MINUTE + dice.below(5 * DAY));
  const start = fate === 'not begun' ? NOW + HOUR + dice.below(DAY) : grantedAt;
  const length = fate === 'too long for the policy' ? 20 * DAY : 6 * DAY + dice.below(6 * DAY);
  const end = fate === 'over' ? NOW - dice.below(HOUR) : start + length;
  const role = roleOf(fate);
  const removedAt = fate.startsWith('removed of late')
    ? NOW - dice.below(LAG - MINUTE)
    : fate.startsWith('removed')
      ? NOW - LAG - MINUTE - dice.below(HOUR)
      : null;
  const made = removedAt === null ? grantedAt : Math.min(grantedAt, removedAt - MINUTE);
  const grant: StoredGrant = {
    id: `g${run}-${at}`,
    guid: request,
    terms: {
      person: { objectId: person, name: `Person ${at}` },
      place: { key: placeKey, title: policy.place(placeKey)?.title ?? '', scope },
      role,
      ...{ start: null, length: { kind: 'until', at: end }, reason: 'a proof', ticket: '' },
      window: { start, end },
    },
    state: fate === 'being granted' ? 'doing' : 'done',
    ...{ start, end, grantedAt: made, removedAt },
    isBeingRemoved: fate === 'being removed',
  };
  const listed = UNLISTED.has(fate)
    ? undefined
    : scheduleOf(dice, fate, { run, at, scope, request, person, role, start, end, made });
  return { fate, placeKey, person, listed, grant: OUTSIDE.has(fate) ? undefined : grant };
};

const roleOf = (fate: Fate) =>
  fate === 'of a role that the policy has no more'
    ? { key: 'gone-role', title: 'Gone role', id: '00000000-1111-4222-8333-444444444444' }
    : { key: 'contributor', title: 'Contributor', id: cloud.roles.contributor.id };

interface Facts {
  readonly run: number;
  readonly at: number;
  readonly scope: string;
  readonly request: string;
  readonly person: string;
  readonly role: { readonly id: string };
  readonly start: number;
  readonly end: number;
  readonly made: number;
}

/** The schedule as the vendor lists it. */
const scheduleOf = (dice: Dice, fate: Fate, facts: Facts): EligibilitySchedule => {
  const { run, at, scope, request, person, role, start, end, made } = facts;
  const isForeign = OUTSIDE.has(fate) || fate === 'made anew';
  const created = fate === 'made outside of late' ? NOW - dice.below(LAG - MINUTE) : made;
  const endOf: Partial<Record<Fate, number | undefined>> = {
    'nearly right': end + dice.below(8 * MINUTE) - 4 * MINUTE,
    'another end': end + dice.pick([-1, 1]) * (HOUR + dice.below(DAY)),
    'no end any more': undefined,
  };
  const until = fate in endOf ? endOf[fate] : end;
  const name = guid(run, 2_000 + at);
  const requestName = isForeign ? guid(run, 3_000 + at) : dice.pick([request, request.toUpperCase()]);
  return {
    id: `${scope}/providers/Vendor.Authorization/roleEligibilitySchedules/${name}`,
    name,
    scope,
    roleDefinitionId: `${scope}/providers/Vendor.Authorization/roleDefinitions/${role.id}`,
    principalId: person,
    principalType: fate === 'made outside for a group' ? 'Group' : 'User',
    memberType: 'Direct',
    createdOn: iso(created),
    startDateTime: iso(start),
    ...(until === undefined ? {} : { endDateTime: iso(until) }),
    ...(fate === 'a condition' ? { condition: "@Resource[name] StringEquals 'books'" } : {}),
    roleEligibilityScheduleRequestId: `${scope}/providers/Vendor.Authorization/roleEligibilityScheduleRequests/${requestName}`,
  } as EligibilitySchedule;
};
