import { Refusal } from '../refusal.ts';

/** A refusal by its 6-digit code: the HTTP status, and three digits that refine it (docs/sources.md, Translator). */
export const refusal = (code: number, message: string, headers: Readonly<Record<string, string>> = {}): Refusal =>
  new Refusal(Math.floor(code / 1_000), String(code), message, headers);

export const usedUp = (): Refusal => refusal(403001, 'The subscription has exceeded its free quota.');

/** Without Retry-After: the document gives a minute only as an example. */
export const beingPrepared = (): Refusal =>
  refusal(408001, 'The translation system that was asked for is being prepared. Try again in a few minutes.');
