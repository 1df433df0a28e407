import type { Moment } from '../fleet/moment.ts';

/** Where in the first story the bot is killed (field/reliability-security.md section 3), and what must be in the store then. */
export interface KillPoint {
  readonly name: string;
  readonly where: string;
  /** What a person is doing: asking, approving, removing. */
  readonly step: 'ask' | 'approve' | 'remove';
  /** One after another; at the last the process is gone. */
  readonly moments: readonly Moment[];
  /** Which of its cards, where there are two: the first or either. */
  readonly cards: 1 | 2;
  /** The state in which the store must hold what the step is about; `nothing`: no row at all. */
  readonly left: readonly string[];
  /** What must hold after the restart, beside the laws that hold for all (laws.ts). */
  readonly then: string;
}

const claimsActivity: Moment = { on: 'sql', edge: 'before', text: '^insert into "seen_activities"' };
const claimed = (table: 'deliveries' | 'jobs'): Moment => ({
  on: 'sql',
  edge: 'after',
  text: `^\\s*with due as \\([^]*update "${table}"`,
});
const committing = (edge: 'before' | 'after', of: string): Moment => ({ on: 'commit', edge, of });
const POST = '^POST .*/v3/conversations/.*/activities';
const EDIT = '^PUT .*/v3/conversations/.*/activities';
const VENDOR_PUT = '^PUT .*/roleEligibilityScheduleRequests/';
const call = (edge: 'leaving' | 'sent' | 'answered', to: string): Moment => ({ on: 'call', edge, to });
const showing = (edge: 'before' | 'after'): Moment => ({
  on: 'sql',
  edge,
  text: '^update "deliveries" set "shown_version"',
});
const CHANGE = '^insert into "changes"';
const DECISION = '^insert into "decisions"';
const GRANT = '^insert into "grants"';
const REMOVAL = '^update "grants"';
const answering: Moment = { on: 'answer' };

type Line = readonly [where: string, moments: readonly Moment[], left: readonly string[], then: string];

const ask = (cards: 1 | 2, ...[where, moments, left, then]: Line): Omit<KillPoint, 'name'> => ({
  ...{ step: 'ask', cards, where, moments, left, then },
});
const approve = (...[where, moments, left, then]: Line): Omit<KillPoint, 'name'> => ({
  ...{ step: 'approve', cards: 1, where, moments, left, then },
});
const remove = (...[where, moments, left, then]: Line): Omit<KillPoint, 'name'> => ({
  ...{ step: 'remove', cards: 1, where, moments, left, then },
});

const granted = committing('after', GRANT);

/** K1 to K26, in the order of the story. */
export const killPoints: readonly KillPoint[] = [
  ask(1, 'request verified', [claimsActivity], ['nothing'], 'the message comes again and is taken'),
  ask(1, 'request before commit', [committing('before', CHANGE)], ['nothing'], 'the message comes again and is taken'),
  ask(1, 'request committed', [committing('after', CHANGE)], ['waiting'], 'the message again is no second request'),
  ask(1, 'request before the answer', [answering], ['waiting'], 'the message again is no second request'),
  ask(1, 'card leased', [committing('after', CHANGE), claimed('deliveries')], ['waiting'], 'each card once'),
  ask(1, 'before the POST leaves', [call('leaving', POST)], ['waiting'], 'each card once'),
  ask(2, 'POST sent, answer not read', [call('sent', POST)], ['waiting'], 'one card too many at most'),
  ask(2, 'activity id read', [call('answered', POST)], ['waiting'], 'one card too many at most'),
  ask(2, 'activity id before commit', [showing('before')], ['waiting'], 'one card too many at most'),
  ask(2, 'activity id committed', [showing('after')], ['waiting'], 'that card stands once'),
  approve('click verified', [claimsActivity], ['waiting'], 'the click again decides'),
  approve('decision before commit', [committing('before', DECISION)], ['waiting'], 'the click again decides'),
  approve('decision committed', [committing('after', DECISION)], ['approved'], 'the decision stands'),
  approve('decision before the answer', [answering], ['approved', 'doing'], 'the decision stands'),
  approve('PUT leased', [committing('after', DECISION), claimed('jobs')], ['approved'], 'one PUT'),
  approve('before the PUT leaves', [call('leaving', VENDOR_PUT)], ['doing'], 'one PUT'),
  approve('PUT sent, answer not read', [call('sent', VENDOR_PUT)], ['doing'], 'the same PUT again at most'),
  approve('PUT answered', [call('answered', VENDOR_PUT)], ['doing'], 'the same PUT again at most'),
  approve('granted before commit', [committing('before', GRANT)], ['doing'], 'the same PUT again at most'),
  approve('granted committed', [granted], ['done'], 'every card is told'),
  approve('before the edit leaves', [granted, call('leaving', EDIT)], ['done'], 'the edit is made'),
  approve('edit sent', [granted, call('sent', EDIT)], ['done'], 'the edit again changes nothing'),
  approve('edit before commit', [granted, call('answered', EDIT), showing('before')], ['done'], 'the edit again'),
  remove('removal committed', [committing('after', CHANGE)], ['approved'], 'it is removed'),
  remove('removal PUT sent', [call('sent', VENDOR_PUT)], ['doing'], 'not found means removed'),
  remove('removal before commit', [committing('before', REMOVAL)], ['doing'], 'not found means removed'),
].map((point, index) => ({ name: `K${index + 1}`, ...point }));
