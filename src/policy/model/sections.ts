import { z } from 'zod';
import { cut } from '#platform/lib/text.ts';
import type { Rate } from '#platform/lib/token-buckets.ts';
import type { Policy, PolicyBase } from '#policy/policy.ts';
import { defineSection, type SectionProblem, unknownGroups } from '#policy/section.ts';
import { type ChannelLimits, defaultChannelLimits } from '#teams/connector/queue/queue.ts';
import { durationSchema, EVERYONE } from './entries.ts';

/** The readers of something: everyone with access to the bot, or names of groups and people. */
export type Readers = typeof EVERYONE | readonly string[];

export const readersSchema = z.custom<Readers>(
  (raw) => raw === EVERYONE || (Array.isArray(raw) && raw.every((name) => typeof name === 'string')),
  'is neither "everyone" nor a list of groups → write everyone, or a list as [payments, platform]',
);

/** @param path of the readers in the section */
export const unknownReaders = (
  policy: PolicyBase,
  readers: Readers,
  path: SectionProblem['path'],
): readonly SectionProblem[] => (readers === EVERYONE ? [] : unknownGroups(policy, readers, path));

export const isAmong = (policy: PolicyBase, objectId: string, readers: Readers): boolean =>
  readers === EVERYONE || policy.isIn(objectId, readers);

const within = durationSchema('"30 seconds"');

const figure = z.strictObject({ count: z.int().min(1).max(100_000), within });

/** How many messages Steward may send to Teams; the limits of Teams itself are the default. */
export const ratesSection = defineSection(
  'teams',
  z
    .strictObject({
      perConversation: z.array(figure).min(1).optional(),
      /** How long a message that is never edited stays stored; an edited card is stored as long as its subject. */
      keep: within.prefault('30 days'),
      perTenantPerSecond: z.int().min(1).max(50).default(defaultChannelLimits.perTenantPerSecond),
    })
    .prefault({}),
);

export const ratesOf = (policy: Policy): ChannelLimits => {
  const { perConversation, perTenantPerSecond } = policy.section(ratesSection);
  const perThread = perConversation?.map(({ count, within: ms }) => ({ count, ms }));
  return { perThread: perThread ?? defaultChannelLimits.perThread, perTenantPerSecond };
};

/** Milliseconds after which a message that is never edited is deleted from the store. */
export const rememberedFor = (policy: Policy): number => policy.section(ratesSection).keep;

/** The scope of a limit. */
export const limitScopes = ['person', 'conversation', 'tenant'] as const;
export type LimitScope = (typeof limitScopes)[number];
/** What a limit counts: typed messages, presses on buttons, submitted forms, and automatic refreshes of cards. */
const limitKinds = ['commands', 'presses', 'forms', 'refreshes'] as const;
export type LimitKind = (typeof limitKinds)[number];

const perMinute = (count: number) => figure.prefault({ count, within: '1 minute' });

const rates = (person: number, conversation: number, tenant: number) =>
  z
    .strictObject({ person: perMinute(person), conversation: perMinute(conversation), tenant: perMinute(tenant) })
    .prefault({});

const schema = z
  .strictObject({
    commands: rates(20, 60, 1_000),
    presses: rates(60, 300, 3_000),
    forms: rates(20, 60, 1_000),
    refreshes: rates(120, 1_200, 12_000),
    /** Requests that wait for a decision: of one person, and of all people together. */
    openRequests: z
      .strictObject({
        person: z.int().min(1).max(10_000).default(50),
        tenant: z.int().min(1).max(10_000).default(2_000),
      })
      .prefault({}),
    /** Open forms of one person; another one closes the oldest. */
    openForms: z.int().min(1).max(1_000).default(20),
  })
  .prefault({});
type Limits = z.infer<typeof schema>;

const speed = ({ count, within }: Rate): number => count / within;

/** One person must not be able to use up a limit that everybody shares. */
const check = (limits: Limits): SectionProblem[] =>
  limitKinds.flatMap((kind) =>
    (['conversation', 'tenant'] as const).flatMap((scope) => {
      const { person, [scope]: shared } = limits[kind];
      if (person.count < shared.count && speed(person) < speed(shared)) return [];
      const message = `one person could use up the whole limit of a ${scope}`;
      return [{ path: [kind, scope], message, remedy: 'lower the limit of a person, or raise this one' }];
    }),
  );

/** How many commands, presses and forms the bot takes. A person over a limit is told when to try again. */
export const limitsSection = defineSection('limits', schema, check);

export const limitsOf = (policy: Policy): Limits => policy.section(limitsSection);

const host = z
  .string()
  .toLowerCase()
  .refine(
    (text) => URL.parse(`https://${text}`)?.host === text,
    'is not a host name → write for example portal.example.com',
  );

/** Hosts of the vendor's portal, with the port unless it is 443: buttons open no address on another host. */
export const portalsSection = defineSection('portals', z.array(host).default([]));

const LONGEST_ADDRESS = 2_000;

/** An external address that a button may open: https, on one of the policy's portals. @returns undefined for any other */
export const portalAddress = (policy: Policy, text: string): string | undefined => {
  const url = URL.parse(text);
  const plain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  if (!plain || url.href.length > LONGEST_ADDRESS) return undefined;
  return policy.section(portalsSection).includes(url.host) ? url.href : undefined;
};

interface Link {
  readonly title: string;
  readonly url: string;
}

const LONGEST_TITLE = 24;

/** The vendor's links that a button may open. Each title shows the host, because the vendor's title may be misleading. */
export const portalLinks = (policy: Policy, links: readonly Link[]): Link[] =>
  links.flatMap(({ title, url }) => {
    const address = portalAddress(policy, url);
    if (address === undefined) return [];
    const { host: shown } = new URL(address);
    return [{ title: title.startsWith(shown) ? title : `${cut(title, LONGEST_TITLE)} (${shown})`, url: address }];
  });

const SHORTEST = 30_000;
const LONGEST = 60 * 60_000;

/** How often the groups of the tenant's directory are read for lists, mentions and views; a decision reads them itself. */
export const directorySection = defineSection(
  'directory',
  z
    .strictObject({
      every: durationSchema('"5 minutes"')
        .refine((ms) => ms >= SHORTEST && ms <= LONGEST, 'is too short or too long → write 30 seconds to 1 hour')
        .prefault('5 minutes'),
    })
    .prefault({}),
);

/** Milliseconds between two reads of the directory's groups. */
export const readEvery = (policy: Policy): number => policy.section(directorySection).every;
