/**
 * A moment in the life of the bot's process, seen from outside its code. Texts are patterns.
 *
 * - `sql`: a statement before it runs, or after (then only where it gave rows, or changed what it was to change)
 * - `commit`: the end of a transaction in which such a statement ran
 * - `call`: a call of the bot, before its first byte leaves; when its last byte is with the system; when its whole answer is read
 * - `answer`: the bot's own answer to Teams, before its first byte
 */
export type Moment =
  | { readonly on: 'sql'; readonly edge: 'before' | 'after'; readonly text: string }
  | { readonly on: 'commit'; readonly edge: 'before' | 'after'; readonly of: string }
  | { readonly on: 'call'; readonly edge: 'leaving' | 'sent' | 'answered'; readonly to: string }
  | { readonly on: 'answer' };

/** What the recorders of the process report. */
export type RecordedEvent =
  | { readonly on: 'sql'; readonly edge: 'before'; readonly text: string }
  | { readonly on: 'sql'; readonly edge: 'after'; readonly text: string; readonly rows: number }
  | { readonly on: 'commit'; readonly edge: 'before' | 'after'; readonly ran: readonly string[] }
  | { readonly on: 'call'; readonly edge: 'leaving' | 'sent' | 'answered'; readonly to: string }
  | { readonly on: 'answer' };

const isMoment = (moment: Moment, seen: RecordedEvent): boolean => {
  if (moment.on === 'answer') return seen.on === 'answer';
  if (moment.on === 'sql') {
    if (seen.on !== 'sql' || seen.edge !== moment.edge || !new RegExp(moment.text).test(seen.text)) return false;
    return seen.edge === 'before' || seen.rows > 0;
  }
  if (moment.on === 'commit') {
    const of = new RegExp(moment.of);
    return seen.on === 'commit' && seen.edge === moment.edge && seen.ran.some((text) => of.test(text));
  }
  return seen.on === 'call' && seen.edge === moment.edge && new RegExp(moment.to).test(seen.to);
};

/** One after another; the last one is what is waited for, where it comes for the n-th time. */
export interface Trap {
  readonly moments: readonly Moment[];
  /** 1 when absent. */
  readonly nth?: number;
}

/** @returns what is to hear of every happening: true when the trap has been walked into */
export const createTrap = ({ moments, nth = 1 }: Trap): ((seen: RecordedEvent) => boolean) => {
  let at = 0;
  let left = nth;
  return (seen) => {
    const moment = moments[at];
    if (!moment || !isMoment(moment, seen)) return false;
    if (at < moments.length - 1) {
      at += 1;
      return false;
    }
    left -= 1;
    return left === 0;
  };
};

export const sql = (edge: 'before' | 'after', text: string): Moment => ({ on: 'sql', edge, text });
export const commit = (edge: 'before' | 'after', of: string): Moment => ({ on: 'commit', edge, of });
export const call = (edge: 'leaving' | 'sent' | 'answered', to: string): Moment => ({ on: 'call', edge, to });

/** After a process has claimed what is due. */
export const claimed = (table: 'deliveries' | 'jobs'): Moment => sql('after', `^\\s*with due as [^]*update "${table}"`);

/** Patterns of what the bot does: it stores that a message was shown, posts one, edits one. */
export const SHOWN = '^update "deliveries" set "shown_version"';
export const POST = '^POST .*/v3/conversations/.*/activities';
export const EDIT = '^PUT .*/v3/conversations/.*/activities';
