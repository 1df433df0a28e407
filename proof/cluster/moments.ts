import type { Moment } from './trap.ts';

export const sql = (edge: 'before' | 'after', text: string): Moment => ({ on: 'sql', edge, text });
export const commit = (edge: 'before' | 'after', of: string): Moment => ({ on: 'commit', edge, of });
export const call = (edge: 'leaving' | 'sent' | 'answered', to: string): Moment => ({ on: 'call', edge, to });

/** After a process has claimed what is due. */
export const claimed = (table: 'deliveries' | 'jobs'): Moment => sql('after', `^\\s*with due as [^]*update "${table}"`);

/** Patterns of what the bot does: it stores that a message was shown, posts one, edits one. */
export const SHOWN = '^update "deliveries" set "shown_version"';
export const POST = '^POST .*/v3/conversations/.*/activities';
export const EDIT = '^PUT .*/v3/conversations/.*/activities';
