import type { Caller } from '../identities.ts';

/** The subscription keys of the sandbox, which do not expire and are in `/__sandbox/info`. */
export const translatorKeys = {
  standing: 'sandbox-standing-key-translator',
  /** Of a trial subscription without free translations left. */
  usedUp: 'sandbox-standing-key-used-up',
  /** Valid, but for another of the vendor's services. */
  otherService: 'sandbox-standing-key-speech',
} as const;

const callers: ReadonlyMap<string, Caller> = new Map([
  [translatorKeys.standing, { key: 'translator', principalId: '', may: () => true }],
  [translatorKeys.usedUp, { key: 'translator-used-up', principalId: '', may: () => false }],
]);

/** The caller of a subscription key. */
export const callerOfKey = (key: string): Caller | undefined => callers.get(key);

export const isUsedUp = (caller: Caller): boolean => caller === callers.get(translatorKeys.usedUp);
