import { createHash } from 'node:crypto';
import type { DecisionResult } from '../../src/engine/changes/decision/outcome.ts';
import { MINUTE, SECOND } from '../../src/platform/lib/clock.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { Secret } from '../../src/platform/lib/secret.ts';
import type { SignInProof } from '../../src/teams/fresh-sign-in/confirmation.ts';
import { KIND, type Terms } from '../../test/engine/changes/simple-kind.ts';
import type { Store } from '../../test/support/database.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { codeIn, createBrowser, startDirectory } from '../../test/teams/fresh-sign-in/signing.ts';
import { patiently } from '../lib/pass-time.ts';
import { idOf, personOf } from '../lib/policy-text.ts';
import { createEngines } from './engines.ts';
import { readVotes, stormFaults, type Vote } from './laws.ts';
import {
  type Decider,
  deciders,
  type Outcome,
  type Press,
  policyText,
  press,
  type Request,
  type Session,
  type Token,
  visit,
  type World,
  worlds,
  youngSession,
} from './model.ts';
import { type Act, aimed, type Brings, type Plan, type PressAct } from './plan.ts';

const DAYS = 5;

/** One store with two engines; each run has requests of its own, and a model of what must happen. */
export const openWorld = async (store: Store) => {
  const clock = createManualClock(Date.parse('2026-03-02T09:00:00.000Z'));
  const directory = await startDirectory(clock);
  const { policy, start } = createEngines(store.url, directory, clock);
  const engines = [await start(), await start()];
  const engine = (on: number) => engines[on % 2] as (typeof engines)[number];

  const play = async (plan: Plan, wrong: (words: string) => void): Promise<void> => {
    const db = () => engine(0).database.db;
    const requests: Request[] = [];
    const sessions: Session[] = [];
    const tokens: Token[] = [];
    let world = worlds[0] as World;
    policy.replace(policyText(world));

    const votesOf = (id: string): Promise<Vote[]> => readVotes(db(), id);

    const proofOf = (brings: Brings): { sent: SignInProof | undefined; known: Press['proof'] } => {
      const session = brings.is === 'code' || brings.is === 'token' ? sessions.at(-1 - brings.session) : undefined;
      const token = brings.is === 'token' ? tokens.at(-1 - brings.token) : undefined;
      if (session && token)
        return {
          sent: { is: 'token', id: session.id, token: new Secret(token.jwt) },
          known: { is: 'token', session, token },
        };
      if (brings.is === 'nothing' || (brings.is === 'token' && !token)) return { sent: undefined, known: undefined };
      // Of a session that nobody signed in for, there is no code to bring.
      const code = session?.code || `${session?.id ?? 'x'.repeat(22)}.${'0'.repeat(64)}`;
      return { sent: { is: 'code', code }, known: { is: 'code', session: session?.code ? session : undefined } };
    };

    const send = (act: PressAct, request: Request, sent: SignInProof | undefined): Promise<DecisionResult> =>
      patiently(() =>
        engine(act.on).changes.decide({
          ...{ change: request.id, terms: act.stale ? request.terms - 1 : request.terms, person: personOf(act.as) },
          ...{ verdict: 'approve', reason: '', narrowed: act.days === undefined ? {} : { days: String(act.days) } },
          signIn: sent ? { proof: sent } : {},
        }),
      );

    /** Adds what a press was asked for to what the model knows. */
    const note = ({ refused }: DecisionResult, person: Decider, request: Request): void => {
      if (refused?.signIn?.is !== 'asked') return;
      const { id, address } = refused.signIn.request;
      const wanted = world[request.role];
      if (sessions.some((one) => one.id === id) || !wanted) return;
      sessions.push({
        ...{ id, address, person, request: request.id, terms: request.terms, wanted: JSON.stringify(wanted) },
        ...{ context: wanted.context, maxAge: wanted.maxAge, askedAt: clock.now() },
        ...{ state: 'open', authTime: 0, contexts: [], code: '' },
      });
    };

    const outcomeOf = ({ refused }: DecisionResult, isCounted: boolean): Outcome => {
      if (isCounted) return 'counted';
      if (!refused?.signIn) return 'nothing';
      return refused.signIn.is;
    };

    const isLess = (days: number | undefined, request: Request) =>
      days === undefined || days <= request.days ? days : undefined;

    const pressOnce = async (planned: PressAct): Promise<void> => {
      const given = aimed(planned, sessions, requests);
      const request = requests[given.request];
      if (!request) return;
      const act = { ...given, days: isLess(given.days, request) };
      const { sent, known } = proofOf(act.brings);
      const before = (await votesOf(request.id)).length;
      const terms = act.stale ? request.terms - 1 : request.terms;
      const pressed: Press = { request, person: act.as, terms, proof: known, days: act.days };
      const young = youngSession(sessions, pressed, world, clock.now());
      const result = await send(act, request, sent);
      const votes = await votesOf(request.id);
      const got = outcomeOf(result, votes.length > before);
      if (got === 'asked') {
        const asked = result.refused?.signIn;
        if (young && asked?.is === 'asked' && asked.request.id !== young.id)
          wrong('a press was asked for two sign-ins');
      }
      note(result, act.as, request);
      const wanted = world[request.role];
      const expected = press(pressed, world, clock.now());
      if (got !== expected) wrong(`${act.as} with ${act.brings.is} on ${request.role}: ${got}, and not ${expected}`);
      if (got === 'counted' && wanted && !votes.at(-1)?.signIn) wrong('a vote counted without a sign-in in the audit');
    };

    /** What nobody can foresee of presses at the same moment is read from the store, after the laws have been looked at. */
    const storm = async (acts: readonly PressAct[]): Promise<void> => {
      const before = new Set((await allVotes()).map(nameOfVote));
      const presses = acts
        .map((act) => aimed(act, sessions, requests))
        .flatMap((act) => {
          const request = requests[act.request];
          return request ? [{ act: { ...act, days: undefined }, request, ...proofOf(act.brings) }] : [];
        });
      const pressed = presses.map(({ act, request, known }) => ({
        ...{ request: { ...request, votes: new Set(request.votes) }, person: act.as, days: undefined },
        ...{ terms: act.stale ? request.terms - 1 : request.terms, proof: known },
      }));
      const results = await Promise.all(presses.map(({ act, request, sent }) => send(act, request, sent)));
      const added = (await allVotes()).filter((vote) => !before.has(nameOfVote(vote)));
      for (const words of stormFaults(added, pressed, world, clock.now())) wrong(words);
      results.forEach((result, at) => {
        const one = presses[at];
        if (one) note(result, one.act.as, one.request);
      });
      await readBack();
    };
    const nameOfVote = ({ request, person }: Vote): string => `${request} ${person}`;
    const allVotes = async (): Promise<Vote[]> => (await Promise.all(requests.map(({ id }) => votesOf(id)))).flat();

    const readBack = async (): Promise<void> => {
      for (const request of requests) {
        const change = await engine(0).changes.find(request.id);
        if (!change) throw new Error('a request is gone');
        request.state = change.state === 'waiting' || change.state === 'denied' ? change.state : 'approved';
        request.terms = change.termsVersion;
        request.days = (change.terms as Terms).days;
        for (const { person } of await votesOf(request.id)) request.votes.add(person);
      }
      const rows = await db().selectFrom('sign_ins').select(['id', 'state']).execute();
      for (const session of sessions)
        session.state = (rows.find(({ id }) => id === session.id)?.state ?? 'used') as Session['state'];
      const used = new Set(
        (await db().selectFrom('used_tokens').select('digest').execute()).map(({ digest }) => digest),
      );
      for (const token of tokens) token.used ||= used.has(createHash('sha256').update(token.jwt).digest('hex'));
    };

    const enter = async (act: Act & { readonly kind: 'visit' }): Promise<void> => {
      const session = sessions.at(-1 - act.session);
      if (!session) return;
      const as = act.as ?? session.person;
      // The directory says whole seconds.
      const authTime = Math.floor((clock.now() - act.age * MINUTE) / SECOND) * SECOND;
      const { contexts, how } = act;
      directory.signsIn({ objectId: idOf(as), authTime, contexts, meets: false });
      if (how === 'cancels') directory.refuses('access_denied');
      if (how === 'is away') directory.fails('lost');
      const browser = createBrowser(engine(0).signIns);
      const begun = await browser.begin(session.address);
      const opens = how === 'in another browser' ? createBrowser(engine(1).signIns) : browser;
      const page = 'back' in begun ? await opens.open(begun.back) : begun;
      directory.fails();
      const code = codeIn(page);
      const expected = visit(session, { as, how, authTime, contexts }, clock.now());
      if (expected !== (code !== undefined))
        wrong(`the window of ${session.person} ${expected ? 'kept' : 'gave'} a code`);
      if (code !== undefined) session.code = code;
    };

    const make = async (act: Act): Promise<void> => {
      switch (act.kind) {
        case 'press':
          return pressOnce(act);
        case 'storm':
          return storm(act.presses);
        case 'visit':
          return enter(act);
        case 'token': {
          const authTime = Math.floor((clock.now() - act.age * MINUTE) / SECOND) * SECOND;
          const person = act.as ?? sessions.at(-1)?.person ?? 'bo';
          const jwt = await directory.exchangeToken({ objectId: idOf(person), authTime, contexts: act.contexts });
          return void tokens.push({ jwt, person, authTime, contexts: act.contexts, used: false });
        }
        case 'deny': {
          const request = requests[act.request];
          if (!request) return;
          const person = personOf(act.as);
          const said = { change: request.id, terms: request.terms, person, reason: 'no', narrowed: {} };
          await patiently(() => engine(0).changes.decide({ ...said, verdict: 'deny' }));
          return readBack();
        }
        case 'policy':
          world = worlds[act.world] as World;
          return policy.replace(policyText(world));
        case 'wait':
          return clock.advance(act.minutes * MINUTE);
        default:
          for (const at of [0, 1]) {
            await engine(at).end();
            engines[at] = await start();
          }
      }
    };

    /** Nothing is lost: whoever may decides what still waits, in the ordinary way. */
    const finish = async (): Promise<void> => {
      clock.advance(MINUTE);
      for (const [at, request] of requests.entries()) {
        for (const as of deciders) {
          if (request.state !== 'waiting' || request.votes.has(as)) continue;
          const plain = {
            kind: 'press',
            on: 1,
            as,
            request: at,
            aimed: 'neither',
            stale: false,
            days: undefined,
          } as const;
          await pressOnce({ ...plain, brings: { is: 'nothing' } });
          if (request.votes.has(as)) continue;
          const asked = sessions.findIndex(({ id }) => id === latestFor(as, request)?.id);
          const session = sessions.length - 1 - asked;
          await enter({ kind: 'visit', session, as: undefined, how: 'completes', age: 0, contexts: ['c1', 'c2'] });
          await pressOnce({ ...plain, brings: { is: 'code', session } });
        }
        if (request.state === 'waiting') wrong(`a request for ${request.role} is lost`);
      }
    };
    const latestFor = (person: Decider, request: Request): Session | undefined =>
      sessions.findLast((one) => one.person === person && one.request === request.id && one.state === 'open');

    for (const { asker, role } of plan.wishes) {
      const terms = { whose: idOf(asker), role, days: DAYS };
      const draft = { kind: KIND, terms, requester: personOf(asker), source: randomIds.opaque() };
      const { change } = await patiently(() => engine(0).changes.submit(draft));
      requests.push({ id: change.id, role, state: 'waiting', terms: 1, days: DAYS, votes: new Set() });
    }
    for (const act of plan.acts) await make(act);
    await finish();
    const signIns = (await allVotes()).flatMap(({ signIn }) => (signIn ? [signIn.id] : []));
    if (new Set(signIns).size < signIns.length) wrong('a sign-in counted twice');
    await forget();
  };

  /** What a run asked for would be in the way of the next one. */
  const forget = async (): Promise<void> => {
    await engine(0).database.db.updateTable('changes').set({ open_key: null }).execute();
  };

  return {
    /** @returns what is not as the model has it, in words */
    async play(plan: Plan): Promise<readonly string[]> {
      const found: string[] = [];
      await play(plan, (words) => found.push(words));
      return found;
    },
    async end() {
      for (const { end } of engines) await end();
      await directory.close();
    },
  };
};
