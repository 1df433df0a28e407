/** The two sets of names the API goes by (vendor-facts section 1); nothing else may depend on which one is set up. */
export type Namespace = 'Vendor' | 'Microsoft';

export interface Profile {
  /** First word of provider namespaces: `Vendor.Authorization`, `Microsoft.Authorization`. */
  readonly namespace: Namespace;
  /** Of request id, correlation id and remaining reads. */
  readonly headerPrefix: string;
}

const profiles: Record<Namespace, Profile> = {
  Vendor: { namespace: 'Vendor', headerPrefix: 'x-vendor-' },
  Microsoft: { namespace: 'Microsoft', headerPrefix: 'x-ms-' },
};

export const profileOf = (namespace: Namespace): Profile => profiles[namespace];

/** A provider namespace in the profile's words; one that belongs to neither set stays as it is. */
export const inProfile = (provider: string, profile: Profile): string =>
  provider.replace(/^(vendor|microsoft)(?=\.)/i, profile.namespace);
