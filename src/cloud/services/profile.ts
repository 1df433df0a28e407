import type { Namespace } from '#platform/config/vendor-settings.ts';

export interface Profile {
  /** First part of provider namespaces: `Vendor.Authorization`, `Microsoft.Authorization`. */
  readonly namespace: Namespace;
  /** Prefix of the headers for request id, correlation id and remaining reads. */
  readonly headerPrefix: string;
  /** Prefix of the translator's markup, as in `<vendortrans:dictionary …>` (docs/sources.md, The two sets of names). */
  readonly translatorMarkup: string;
  /** The names of the vendor's own credits in transactions (docs/sources.md, Invoices), by the neutral name. */
  readonly creditTypes: Readonly<Record<'FreeCredit' | 'CreditOffer', string>>;
}

const profiles: Record<Namespace, Profile> = {
  Vendor: {
    namespace: 'Vendor',
    headerPrefix: 'x-vendor-',
    translatorMarkup: 'vendortrans',
    creditTypes: { FreeCredit: 'VendorFreeCredit', CreditOffer: 'VendorCreditOffer' },
  },
  Microsoft: {
    namespace: 'Microsoft',
    headerPrefix: 'x-ms-',
    translatorMarkup: 'mstrans',
    creditTypes: { FreeCredit: 'AzureFreeCredit', CreditOffer: 'AzureCreditOffer' },
  },
};

export const profileOf = (namespace: Namespace): Profile => profiles[namespace];

/** The field of a health event that says whether the vendor's support handles it. */
export const supportFields = { Vendor: 'enableVendorSupport', Microsoft: 'enableMicrosoftSupport' } as const;

/** A provider namespace with the profile's names; one of neither set stays as it is. */
export const inProfile = (provider: string, profile: Profile): string =>
  provider.replace(/^(vendor|microsoft)(?=\.)/i, profile.namespace);

/** The neutral name for each profile's name of a credit. */
export const neutralCreditTypes: ReadonlyMap<string, string> = new Map(
  Object.values(profiles).flatMap(({ creditTypes }) =>
    Object.entries(creditTypes).map(([neutral, said]) => [said, neutral] as const),
  ),
);
