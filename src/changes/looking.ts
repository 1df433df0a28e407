import { DAY } from '../lib/clock.ts';
import type { Change } from './change.ts';

/** Until when the engine looks for what nobody could confirm, in milliseconds since 1970. */
export const lookedAtUntil = ({ finishBy }: Pick<Change, 'finishBy'>): number => (finishBy ?? 0) + DAY;
