/** What a policy can forbid outright: each of it is dangerous, and all of it is forbidden where the policy says nothing. */
export const denials = ['privileged', 'capabilities', 'publicAddress', 'unsecureLabel'] as const;
export type Denial = (typeof denials)[number];
