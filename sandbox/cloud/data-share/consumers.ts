/** The consumers of the team's shares. */
export const consumers = {
  ursa: { name: 'Mira Sandoval', email: 'mira.sandoval@ursabank.example', tenant: 'Ursa Bank' },
  kestrel: { name: 'Jun Okada', email: 'jun.okada@kestrelpay.example', tenant: 'Kestrel Pay' },
} as const;

export type Consumer = keyof typeof consumers;

export const consumerOf = (key: string): (typeof consumers)[Consumer] => consumers[key as Consumer];
