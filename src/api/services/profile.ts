/** The two sets of names the API goes by (vendor-facts section 1); nothing else may depend on which one is set up. */
export type Namespace = 'Vendor' | 'Microsoft';

export interface Profile {
  /** First word of provider namespaces: `Vendor.Authorization`, `Microsoft.Authorization`. */
  readonly namespace: Namespace;
  /** Of request id, correlation id and remaining reads. */
  readonly headerPrefix: string;
  /** Prefix of the translator's markup, as in `<vendortrans:dictionary …>` (document 3, rule 3). */
  readonly translatorMarkup: string;
  /** What transactions call the vendor's own credits (document 1, creditType), by the word that is neutral. */
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

/** The field of a health event that says whether the vendor's support can be asked about it. */
export const supportFields = { Vendor: 'enableVendorSupport', Microsoft: 'enableMicrosoftSupport' } as const;

/** A provider namespace in the profile's words; one that belongs to neither set stays as it is. */
export const inProfile = (provider: string, profile: Profile): string =>
  provider.replace(/^(vendor|microsoft)(?=\.)/i, profile.namespace);

/** The neutral word of each profile's own word for a credit: what is read is the same in both. */
export const neutralCreditTypes: ReadonlyMap<string, string> = new Map(
  Object.values(profiles).flatMap(({ creditTypes }) =>
    Object.entries(creditTypes).map(([neutral, said]) => [said, neutral] as const),
  ),
);
