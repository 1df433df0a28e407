import { z } from 'zod';
import type { VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import { profileOf } from '#cloud/services/profile.ts';
import type { ChangeKind, Confirmation } from '#engine/changes/change-kind.ts';
import { defineChange } from '#engine/changes/change-kind.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Markdown } from '#platform/lib/text.ts';

/** A change whose only question is the number of days; its name has texts. */
export const KIND = 'access.grant';
const terms = z.object({ whose: z.string(), role: z.string(), days: z.number() });
export type Terms = z.infer<typeof terms>;

/** The vendor's answers to the next calls, and its state for reads. */
export interface Vendor {
  /** Each handles one call and may return a confirmation; after the last, every call is done. */
  readonly answers: (() => unknown)[];
  /** Each runs just before one call; after the last, nothing delays a call. */
  readonly holds: (() => void)[];
  /** The bytes of every call, in order. */
  readonly calls: string[];
  settled: Confirmation | VendorError;
  /** Runs just before a call is sent. */
  beforeSending?: () => Promise<unknown>;
  /** The number of reads. */
  looks: number;
}

/** A client that supports only these calls. */
export const clientOf = (calls: Partial<VendorClient>): VendorClient => {
  const no = (): never => {
    throw new Error('the engine makes frozen calls only');
  };
  const none = {
    call: no,
    callFrozen: no,
    list: no,
    freeze: no,
    raw: no,
    start: no,
    poll: no,
    follow: no,
    preview: no,
  };
  return { profile: profileOf('Vendor'), ...none, requireService: no, ...calls };
};

export const createVendor = (): Vendor & { readonly client: VendorClient } => {
  const vendor: Vendor = { answers: [], holds: [], calls: [], settled: { is: 'unsettled', arrived: false }, looks: 0 };
  const client = clientOf({
    callFrozen: async (frozen, options) => {
      vendor.holds.shift()?.();
      await options?.beforeTry?.(1, false);
      vendor.calls.push(JSON.stringify(frozen));
      return vendor.answers.shift()?.();
    },
  });
  return Object.assign(vendor, { client });
};

/** A change of that simple kind, at a vendor that is a stand-in. */
export const kindOver = (vendor: Vendor, operation: string): ChangeKind =>
  defineChange<Terms>({
    name: KIND,
    terms,
    facets: ({ role }) => ({ role }),
    facetWords: () => ({ role: [] }),
    concerns: ({ whose }) => [whose],
    isFor: ({ whose }, objectId) => whose === objectId,
    openKey: ({ whose, role }) => `${whose} ${role}`,
    narrow: {
      fields: () => [],
      least: (asked) => ({ ...asked, days: 1 }),
      apply: (asked, { days }) => {
        const fewer = Number(days ?? asked.days);
        if (fewer > asked.days) throw new AppError({ code: 'Change.NotNarrower', text: 'access.shorter.longer' });
        return { ...asked, days: fewer };
      },
    },
    freeze: (asked, { guid }) => ({
      call: { operation, method: 'PUT', path: `/${guid}`, query: '', body: JSON.stringify(asked) },
      terms: asked,
    }),
    checkBefore: async () => {
      await vendor.beforeSending?.();
      return {};
    },
    readAnswer: (answer) => (answer as Confirmation | undefined) ?? { is: 'done' },
    readError: (error) => ({
      is: 'failed',
      failure: { code: error.vendorCode, text: 'vendor.error.unknown', values: {}, rules: [] },
    }),
    reconcile: async () => {
      vendor.looks += 1;
      if (vendor.settled instanceof VendorError) throw vendor.settled;
      return vendor.settled;
    },
    describe: async ({ terms: { role, days } }) => ({
      title: `${role} for ${days} days` as Markdown,
      summary: role,
      facts: [],
      reason: '',
      buttons: [],
    }),
  }) as ChangeKind;
