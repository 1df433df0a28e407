import type { Fault } from '../../sandbox/cloud/faults/faults.ts';
import { MINUTE } from '../../src/platform/lib/clock.ts';
import { call, claimed, commit, EDIT, type Moment, POST, SHOWN, sql } from '../cluster/trap.ts';

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
  /** How many posts may be on their way then: each may leave a card that nobody knows of. */
  readonly inFlight: number;
  /** How the vendor is disposed at that step. */
  readonly fault?: Fault;
  /** What must hold after the restart, beside the invariants that hold for all (invariants.ts). */
  readonly then: string;
}

const claimsActivity = sql('before', '^insert into "seen_activities"');
const VENDOR_PUT = '^PUT .*/roleEligibilityScheduleRequests/';
const CHANGE = '^insert into "changes"';
const DECISION = '^insert into "decisions"';
const GRANT = '^insert into "grants"';
const REMOVAL = '^update "grants"';
const answering: Moment = { on: 'answer' };

type Line = readonly [where: string, moments: readonly Moment[], left: readonly string[], then: string];
type Unnamed = Omit<KillPoint, 'name'>;

const ask = (inFlight: number, cards: 1 | 2, ...[where, moments, left, then]: Line): Unnamed => ({
  ...{ step: 'ask', cards, where, moments, left, inFlight, then },
});
const approve = (inFlight: number, ...[where, moments, left, then]: Line): Unnamed => ({
  ...{ step: 'approve', cards: 1, where, moments, left, inFlight, then },
});
const remove = (...[where, moments, left, then]: Line): Unnamed => ({
  ...{ step: 'remove', cards: 1, where, moments, left, inFlight: 0, then },
});

const granted = commit('after', GRANT);
/** The removal is refused until the role has been in force for so long. */
const tooSoon: Fault = { kind: 'minimum-duration', ms: MINUTE };
const refusedForNow: readonly Moment[] = [call('answered', VENDOR_PUT), commit('after', '^update "changes"')];

/** K1 to K27, in the order of the story. */
export const killPoints: readonly KillPoint[] = [
  ask(0, 1, 'request verified', [claimsActivity], ['nothing'], 'the message comes again and is taken'),
  ask(0, 1, 'request before commit', [commit('before', CHANGE)], ['nothing'], 'the message comes again and is taken'),
  ask(0, 1, 'request committed', [commit('after', CHANGE)], ['waiting'], 'the message again is no second request'),
  ask(2, 1, 'request before the answer', [answering], ['waiting'], 'the message again is no second request'),
  ask(0, 1, 'card leased', [commit('after', CHANGE), claimed('deliveries')], ['waiting'], 'each card once'),
  ask(0, 1, 'before the POST leaves', [call('leaving', POST)], ['waiting'], 'each card once'),
  ask(2, 2, 'POST sent, answer not read', [call('sent', POST)], ['waiting'], 'one card too many at most'),
  ask(2, 2, 'activity id read', [call('answered', POST)], ['waiting'], 'one card too many at most'),
  ask(2, 2, 'activity id before commit', [sql('before', SHOWN)], ['waiting'], 'one card too many at most'),
  ask(1, 2, 'activity id committed', [sql('after', SHOWN)], ['waiting'], 'that card stands once'),
  approve(0, 'click verified', [claimsActivity], ['waiting'], 'the click again decides'),
  approve(0, 'decision before commit', [commit('before', DECISION)], ['waiting'], 'the click again decides'),
  approve(0, 'decision committed', [commit('after', DECISION)], ['approved'], 'the decision stands'),
  approve(0, 'decision before the answer', [answering], ['approved', 'doing'], 'the decision stands'),
  approve(0, 'PUT leased', [commit('after', DECISION), claimed('jobs')], ['approved'], 'one PUT'),
  approve(0, 'before the PUT leaves', [call('leaving', VENDOR_PUT)], ['doing'], 'one PUT'),
  approve(0, 'PUT sent, answer not read', [call('sent', VENDOR_PUT)], ['doing'], 'the same PUT again at most'),
  approve(0, 'PUT answered', [call('answered', VENDOR_PUT)], ['doing'], 'the same PUT again at most'),
  approve(0, 'granted before commit', [commit('before', GRANT)], ['doing'], 'the same PUT again at most'),
  approve(0, 'granted committed', [granted], ['done'], 'every card is told'),
  approve(1, 'before the edit leaves', [granted, call('leaving', EDIT)], ['done'], 'the edit is made'),
  approve(1, 'edit sent', [granted, call('sent', EDIT)], ['done'], 'the edit again changes nothing'),
  approve(1, 'edit before commit', [granted, call('answered', EDIT), sql('before', SHOWN)], ['done'], 'the edit again'),
  remove('removal committed', [commit('after', CHANGE)], ['approved'], 'it is removed'),
  remove('removal PUT sent', [call('sent', VENDOR_PUT)], ['doing'], 'not found means removed'),
  remove('removal before commit', [commit('before', REMOVAL)], ['doing'], 'not found means removed'),
  { ...remove('removal refused for now', refusedForNow, ['doing'], 'it is removed by itself, once'), fault: tooSoon },
].map((point, index) => ({ name: `K${index + 1}`, ...point }));
