import { call, claimed, commit, type Moment } from '../cluster/trap.ts';

/** Where between the sign-in and the grant the bot is killed, and what must be in the store then. */
export interface SignInKillPoint {
  readonly name: string;
  readonly where: string;
  /** One after another; at the last the process is gone. */
  readonly moments: readonly Moment[];
  /** The states in which the store may hold the request then. */
  readonly left: readonly string[];
  /** Whether the cloud refuses the first token, so that the approver signs in a second time. */
  readonly revoked: boolean;
}

const TOKEN = '^POST .*/oauth2/v2.0/token';
const PUT = '^PUT .*/roleEligibilityScheduleRequests/';
const WANTED = '^insert into "sign_ins"';
const KEPT = '^insert into "person_tokens"';
const ADOPTED = '^update "person_tokens"';
const DECISION = '^insert into "decisions"';
const GRANT = '^insert into "grants"';
const CHANGE = '^update "changes"';
const answering: Moment = { on: 'answer' };
const wanted = commit('after', WANTED);
const kept = commit('after', KEPT);
const decided = commit('after', DECISION);

type Line = readonly [where: string, moments: readonly Moment[], left: readonly string[]];

const once = (...[where, moments, left]: Line) => ({ where, moments, left, revoked: false });
const twice = (...[where, moments, left]: Line) => ({
  ...{ where, left, revoked: true },
  moments: [call('answered', PUT), ...moments],
});

/** P1 to P25, in the order of the story. */
export const signInKillPoints: readonly SignInKillPoint[] = [
  once('sign-in wanted, before commit', [commit('before', WANTED)], ['waiting']),
  once('sign-in wanted, committed', [wanted], ['waiting']),
  once('sign-in wanted, before the answer', [wanted, answering], ['waiting']),
  once('code not sent', [wanted, call('leaving', TOKEN)], ['waiting']),
  once('code sent, answer not read', [wanted, call('sent', TOKEN)], ['waiting']),
  once('code redeemed', [wanted, call('answered', TOKEN)], ['waiting']),
  once('token before commit', [commit('before', KEPT)], ['waiting']),
  once('token committed', [kept], ['waiting']),
  once('decision before commit', [commit('before', DECISION)], ['waiting']),
  once('decision committed', [decided], ['approved']),
  once('decision before the answer', [decided, answering], ['approved', 'doing']),
  once('PUT leased', [decided, claimed('jobs')], ['approved']),
  once('before the PUT leaves', [call('leaving', PUT)], ['doing']),
  once('PUT sent, answer not read', [call('sent', PUT)], ['doing']),
  once('PUT answered', [call('answered', PUT)], ['doing']),
  once('granted before commit', [commit('before', GRANT)], ['doing']),
  once('granted, committed', [commit('after', GRANT)], ['done']),
  twice('refusal before commit', [commit('before', CHANGE)], ['doing']),
  twice('refusal committed', [commit('after', CHANGE)], ['doing']),
  twice('second sign-in wanted', [wanted], ['doing']),
  twice('second token committed', [kept], ['doing']),
  twice('second token before it is adopted', [commit('before', ADOPTED)], ['doing']),
  twice('second token adopted', [commit('after', ADOPTED)], ['doing']),
  twice('second PUT sent, answer not read', [commit('after', ADOPTED), call('sent', PUT)], ['doing']),
  twice('second PUT answered', [commit('after', ADOPTED), call('answered', PUT)], ['doing']),
].map((point, index) => ({ name: `P${index + 1}`, ...point }));
