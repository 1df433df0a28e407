import type { Caller } from '../identities.ts';

/** The subscription keys that the sandbox knows; they never end, and `/__sandbox/info` gives them out. */
export const translatorKeys = {
  standing: 'sandbox-standing-key-translator',
  /** Of a trial subscription whose free translations are used up. */
  usedUp: 'sandbox-standing-key-used-up',
  /** Good, but for another of the vendor's services. */
  otherService: 'sandbox-standing-key-speech',
} as const;

const callers: ReadonlyMap<string, Caller> = new Map([
  [translatorKeys.standing, { key: 'translator', principalId: '', may: () => true }],
  [translatorKeys.usedUp, { key: 'translator-used-up', principalId: '', may: () => false }],
]);

/** Whom a subscription key speaks for. */
export const callerOfKey = (key: string): Caller | undefined => callers.get(key);

export const isUsedUp = (caller: Caller): boolean => caller === callers.get(translatorKeys.usedUp);
