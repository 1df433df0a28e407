import { z } from 'zod';
import { namesSchema } from '#engine/changes/decision/stages.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import { HOUR } from '#platform/lib/clock.ts';
import { isZone, type WeeklyTime } from '#platform/lib/local-time.ts';
import { durationSchema } from '#policy/model/entries.ts';
import { notAllowed, type Policy } from '#policy/policy.ts';
import { defineSection, secondKeys, unknownGroups } from '#policy/section.ts';
import { type Kit, kitProblems, kitsSchema } from './batch/policy.ts';
import { type ReviewEntry, reviewProblems, reviewsSchema, usualEntry } from './reviews/policy.ts';
import type { GrantTerms } from './terms.ts';

/** A name that people type. */
const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'cannot be typed as a name → use lowercase letters, digits and hyphens');

const EXAMPLES = '"30 days" or "8 hours"';
const length = durationSchema(EXAMPLES);

/** Allows a role without an end; never the default. */
const NO_END = 'no end' as const;
const lengthOrNoEnd = durationSchema(`${EXAMPLES}, or "no end" for no limit`, NO_END);

/** How long before a grant's end its holder is told; the longest that is less than half of its length counts. Empty: never. */
const notice = z.array(length).max(5);
const USUAL_NOTICE = ['1 day', '1 hour'];

/** What is wrong with a pattern: `#` is a digit, `+` after it allows more digits, everything else stands for itself. */
const patternProblem = (pattern: string): string | undefined => {
  if (!/^[A-Za-z0-9._/#+-]{1,60}$/.test(pattern)) {
    return 'is more than letters, digits, # and . _ / - + in one word → write it as INC-#####';
  }
  if (!pattern.includes('#')) return 'has no # for a digit → write it as INC-#####';
  // Otherwise nobody could say which digit belongs to which part.
  if (/(^|[^#])\+|\+[#\d]/.test(pattern)) {
    return 'has a + that does not end a row of # → write it as INC-#+ for one digit or more';
  }
  return undefined;
};

/** One pattern, or a few of which a ticket has one. */
const ticketSchema = z
  .union([z.string(), z.array(z.string()).min(1).max(5)], {
    error:
      'does not say how a ticket is written → write it as INC-#####, in quotes if it begins with #, or up to five in a list',
  })
  .superRefine((value, issue) => {
    for (const [index, pattern] of [value].flat().entries()) {
      const message = patternProblem(pattern);
      const path = typeof value === 'string' ? [] : [index];
      if (message !== undefined) issue.addIssue({ code: 'custom', message, path });
    }
  })
  .transform((value) => [value].flat());

const role = z.strictObject({
  /** The GUID of the vendor's role definition. */
  id: z.guid({ error: 'is not the id of a role definition → write the GUID that the vendor shows for the role' }),
  title: z.string().min(1).max(60),
  about: z.string().max(200).default(''),
  /** The maximum duration, instead of the default for all roles; the vendor's policy may be stricter. */
  max: lengthOrNoEnd.optional(),
  /** How far ahead the role may start, instead of the default for all roles. */
  startWithin: length.optional(),
  /** The minimum number of approvals, whatever a rule says. */
  approvals: z.int().min(1).max(5).optional(),
  /** How long before its end the holder is told, instead of the default for all roles. */
  notice: notice.optional(),
  /** How a ticket is written, instead of the default for all roles. */
  ticket: ticketSchema.optional(),
});

const MOST_BREAK_GLASS = 8 * HOUR;

/** Access without approval in an emergency. */
const breakGlass = z.strictObject({
  /** The longest duration; a role's own maximum may be shorter. */
  max: length
    .refine((ms) => ms <= MOST_BREAK_GLASS, 'is too long for access without approval → write at most "8 hours"')
    .prefault('1 hour'),
  /** Who reviews each use, and how soon. */
  review: z.strictObject({ by: namesSchema, within: length.prefault('1 day') }),
});

/** What an address may name in braces, by its value for one grant. */
type Activated = Pick<GrantTerms, 'place' | 'role'>;

const placeholders = {
  scope: ({ place }: Activated) => place.scope,
  role: ({ role }: Activated) => role.id,
} as const;

const fill = (address: string, value: (name: keyof typeof placeholders) => string): string =>
  address.replace(/\{(scope|role)\}/g, (_whole, name) => encodeURIComponent(value(name)));

/** The host stands fast: it may hold no placeholder. */
const isAddress = (text: string): boolean => {
  const [one, other] = ['x', 'y'].map((value) => fill(text, () => value));
  const url = URL.parse(one ?? '');
  if (url?.protocol !== 'https:' || url.username !== '' || /[{}]/.test(one ?? '')) return false;
  return url.host === URL.parse(other ?? '')?.host;
};

/** The address in the vendor's portal where an eligible role is activated. */
const activationSchema = z
  .string()
  .max(1_000)
  .refine(
    isAddress,
    'is no address of a portal → write one with https://; after the host it may hold {scope} and {role}',
  );

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** When the operators' conversation gets the differences of the week. */
const driftTime = z
  .strictObject({
    day: z.enum(weekdays).default('monday'),
    at: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is no time of the day → write it as "08:00"')
      .default('08:00'),
    zone: z.string().refine(isZone, 'is no time zone → write one such as Europe/Berlin').default('UTC'),
  })
  .transform(({ day, at, zone }) => {
    const [hour = 0, minute = 0] = at.split(':').map(Number);
    return { weekday: weekdays.indexOf(day) + 1, minute: hour * 60 + minute, zone };
  });
const WEEKLY = 'weekly';

/** The requestable roles by their short names; the change rules say who may request them. */
export const accessSection = defineSection(
  'access',
  z
    .strictObject({
      roles: z.record(name, role).default({}),
      /** Defaults for all roles: the maximum duration, and how far ahead a role may start. */
      max: length.prefault('90 days'),
      startWithin: length.prefault('30 days'),
      notice: notice.prefault(USUAL_NOTICE),
      /** How a ticket is written; any text by default. */
      ticket: ticketSchema.optional(),
      /** Who may list assignments; by default everyone in the policy. */
      list: z.array(z.string()).optional(),
      /** Where an eligible role is activated. */
      activate: activationSchema.optional(),
      /** When differences between the vendor and Steward's grants are posted; by default they are not. */
      drift: z.preprocess((value) => (value === WEEKLY ? {} : value), driftTime).optional(),
      breakGlass: breakGlass.optional(),
      reviews: reviewsSchema,
      kits: kitsSchema(name),
    })
    .prefault({}),
  (value, policy) => [
    ...secondKeys(Object.entries(value.roles), ({ id }) => id.toLowerCase(), ['roles'], 'role', 'id'),
    ...unknownGroups(policy, value.list ?? [], ['list']),
    ...unknownGroups(policy, value.breakGlass?.review.by ?? [], ['breakGlass', 'review', 'by']),
    ...reviewProblems(value.reviews, policy),
    ...kitProblems(value, policy),
  ],
);

/** The limits of break-glass; undefined where the policy has none. */
export const breakGlassOf = (policy: Policy): z.output<typeof breakGlass> | undefined =>
  policy.section(accessSection).breakGlass;

export interface AccessRole {
  readonly key: string;
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** Milliseconds; undefined: the policy sets no maximum. */
  readonly max: number | undefined;
  /** Milliseconds. */
  readonly startWithin: number;
  /** The minimum number of approvals. */
  readonly approvals: number;
  /** How a ticket is written: as one of these; none: as people like. */
  readonly tickets: readonly string[];
}

export const rolesOf = memoByObject((policy: Policy): readonly AccessRole[] => {
  const all = policy.section(accessSection);
  return Object.entries(all.roles).map(
    ([key, { id, title, about, max = all.max, startWithin, approvals = 0, ticket }]) => ({
      key,
      id: id.toLowerCase(),
      title,
      about,
      max: max === NO_END ? undefined : max,
      startWithin: startWithin ?? all.startWithin,
      approvals,
      tickets: ticket ?? all.ticket ?? [],
    }),
  );
});

/** The kits in the policy's order. */
export const kitsOf = memoByObject((policy: Policy): readonly Kit[] =>
  Object.entries(policy.section(accessSection).kits).map(([key, kit]) => ({ key, ...kit })),
);

/** How long before an end the holder of a role is told, in milliseconds. @param role its key in the policy */
export const noticeLeads = (policy: Policy, role: string): readonly number[] => {
  const { roles, notice: usual } = policy.section(accessSection);
  return roles[role]?.notice ?? usual;
};

/** Where this role is activated, if the policy has an address for that. */
export const activationAddress = (policy: Policy, terms: Activated): string | undefined => {
  const { activate } = policy.section(accessSection);
  return activate === undefined ? undefined : fill(activate, (name) => placeholders[name](terms));
};

/** When the differences of the week are posted; undefined: never. */
export const driftTimeOf = (policy: Policy): WeeklyTime | undefined => policy.section(accessSection).drift;

/** How access at a place is reviewed. @param place its key */
export const reviewEntryOf = (policy: Policy, place: string): ReviewEntry =>
  policy.section(accessSection).reviews.find((entry) => entry.place === place) ?? usualEntry(place);

/** The reviews that begin by themselves; `every` in milliseconds. */
export const scheduledReviews = (policy: Policy): readonly (ReviewEntry & { readonly every: number })[] =>
  policy
    .section(accessSection)
    .reviews.flatMap((entry) => (entry.every === undefined ? [] : [{ ...entry, every: entry.every }]));

/** @throws AppError that says who may, for a person who may not list assignments */
export const requireLister = (policy: Policy, objectId: string): void => {
  if (mayList(policy, objectId)) return;
  throw notAllowed('access.who.refused', policy, (person) => mayList(policy, person));
};

/** Whether the policy leaves assignments open to everybody in it. */
export const everybodyLists = (policy: Policy): boolean => policy.section(accessSection).list === undefined;

export const mayList = (policy: Policy, objectId: string): boolean => {
  const { list } = policy.section(accessSection);
  return list ? policy.isIn(objectId, list) : policy.personByObjectId(objectId) !== undefined;
};
