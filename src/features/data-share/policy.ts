import { z } from 'zod';
import { resourcePath } from '#cloud/request/path.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import { nameSchema } from '#policy/model/entries.ts';
import { isAmong, type Readers, readersSchema, unknownReaders } from '#policy/model/sections.ts';
import type { Policy, PolicyBase } from '#policy/policy.ts';
import { defineSection, sameNames, secondKeys } from '#policy/section.ts';

const ADDRESS =
  'is neither a share nor a share subscription → write its id, as /subscriptions/<id>/resourceGroups/<group>/providers/Vendor.DataShare/accounts/<account>/shares/<name> or …/shareSubscriptions/<name>';

/** What the tenant shares, and what it receives. */
const kinds = { shares: 'share', sharesubscriptions: 'shareSubscription' } as const;
export type SharedKind = (typeof kinds)[keyof typeof kinds];

const addressOf = (id: string) => {
  const [, , subscriptionId, , resourceGroup, , provider, accounts, account, type, name] =
    resourcePath(id.trim(), profileOf('Vendor'))?.split('/') ?? [];
  const kind = kinds[type?.toLowerCase() as keyof typeof kinds];
  const known = /^vendor\.datashare$/i.test(provider ?? '') && accounts?.toLowerCase() === 'accounts';
  if (!known || !kind || !subscriptionId || !resourceGroup || !account || !name) return undefined;
  return { kind, subscriptionId, resourceGroup, account, name };
};

const entry = z.strictObject({
  title: z.string().min(1).max(60).optional(),
  id: z.string().transform((text, context) => {
    const address = addressOf(text);
    if (address) return address;
    context.addIssue({ code: 'custom', message: ADDRESS });
    return z.NEVER;
  }),
  /** Groups or people, or everyone who may use the bot; nobody by default. */
  read: readersSchema.default([]),
});

/** Shares and share subscriptions by the names that people type, each with its readers. */
export const dataSharesSection = defineSection(
  'dataShares',
  z.record(nameSchema, entry).prefault({}),
  (value, policy: PolicyBase) => [
    ...sameNames(value, [], 'data share'),
    ...secondKeys(Object.entries(value), ({ id }) => Object.values(id).join('/').toLowerCase(), [], 'data share', 'id'),
    ...Object.entries(value).flatMap(([key, { read }]) => unknownReaders(policy, read, [key, 'read'])),
  ],
);

/** A share or share subscription of the policy; `account` and `name` are the vendor's. */
export interface Shared {
  readonly key: string;
  readonly title: string;
  readonly kind: SharedKind;
  readonly subscriptionId: string;
  readonly resourceGroup: string;
  readonly account: string;
  readonly name: string;
  readonly read: Readers;
}

export const sharedOf = memoByObject((policy: Policy): readonly Shared[] =>
  Object.entries(policy.section(dataSharesSection)).map(([key, { title = key, id, read }]) => ({
    ...id,
    key,
    title,
    read,
  })),
);

/** What a person may see, in the policy's order. @param kind only this kind */
export const readableShared = (policy: Policy, objectId: string, kind?: SharedKind): readonly Shared[] =>
  sharedOf(policy).filter(
    (shared) => (kind === undefined || shared.kind === kind) && isAmong(policy, objectId, shared.read),
  );
