import type { ChangeKind } from '../../src/engine/changes/change-kind.ts';
import { rulesSection } from '../../src/engine/changes/decision/check-rules.ts';
import { explain } from '../../src/engine/changes/decision/preview.ts';
import { MINUTE } from '../../src/platform/lib/clock.ts';
import { AppError } from '../../src/platform/lib/errors.ts';
import { randomIds } from '../../src/platform/lib/ids.ts';
import { silentLog } from '../../src/platform/lib/logger.ts';
import { Secret } from '../../src/platform/lib/secret.ts';
import { type Database, openDatabase } from '../../src/platform/storage/database.ts';
import { openPolicy, type PolicyStore } from '../../src/policy/file/policy-store.ts';
import { directorySection, limitsSection } from '../../src/policy/model/sections.ts';
import { createDirectory } from '../../src/teams/directory/directory.ts';
import { createGraph } from '../../src/teams/directory/graph.ts';
import { connectEngine, migrations } from '../../test/engine/changes/engine.ts';
import { createVendor, kindOver } from '../../test/engine/changes/simple-kind.ts';
import { createPolicyFolder } from '../../test/policy/policy-folder.ts';
import type { Store } from '../../test/support/database.ts';
import { createFakeConnector } from '../../test/support/fake-connector.ts';
import { createManualClock } from '../../test/support/manual-clock.ts';
import { defineProof } from '../lib/define-proof.ts';
import type { Dice } from '../lib/dice.ts';
import { patiently } from '../lib/pass-time.ts';
import { idOf, personOf } from '../lib/policy-text.ts';
import { createGraphStandIn, GRAPH } from './graph.ts';
import { decidersOf, pressOf, type Request, ruleFor, submissionOf } from './model.ts';
import {
  allAnswer,
  directoryGroups,
  namedGroups,
  people,
  policyText,
  randomAnswer,
  randomMembers,
  randomWorld,
  roles,
  type World,
} from './policy.ts';

const STEPS = 14;
/** Of the runs before. */
const TABLES = ['jobs', 'change_notices', 'notice_messages', 'change_claims', 'decisions', 'changes'] as const;
const kind: ChangeKind = { ...kindOver(createVendor(), 'op'), facetWords: () => ({ role: [...roles] }) };
const sections = [rulesSection([kind]), limitsSection, directorySection];

/** Requests and presses on one store, each run with a directory and a policy of its own. */
const openWorld = async (store: Store) => {
  const database = await openDatabase(store.url, migrations);
  return {
    /** @returns what is not as the model has it, in words */
    async play(dice: Dice): Promise<readonly string[]> {
      const found: string[] = [];
      for (const table of TABLES) await patiently(() => database.db.deleteFrom(table).execute());
      await runOne(dice, database, (words) => found.push(words));
      return found;
    },
    end: () => database.close(),
  };
};

const runOne = async (dice: Dice, database: Database, violated: (words: string) => void): Promise<void> => {
  const world = worldWithPolicy(dice);
  const clock = createManualClock();
  const http = createGraphStandIn(() => world.directory);
  const access = { baseUrl: GRAPH, tokenFor: async () => new Secret('Bearer x'), dropToken: () => {} };
  const graph = createGraph({ http, access, now: clock.now });
  const directory = createDirectory({ graph, clock, ids: randomIds, log: silentLog });
  const folder = createPolicyFolder(policyText(world));
  try {
    const base = { file: folder.file, sections, clock, log: silentLog, tenantId: idOf('none') };
    const policy = await openPolicy({ ...base, directory });
    const connector = createFakeConnector();
    const engine = await connectEngine({ database, clock, policy, vendor: createVendor().client, connector }, [kind]);
    const requests: (Request & { readonly id: string })[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      await passTime(dice, world, policy, clock);
      if (requests.length === 0 || dice.oneIn(3)) await submitOne(dice, world, engine.changes, requests, violated);
      else await pressOne(dice, world, engine.changes, requests, violated);
      if (dice.oneIn(3)) await compareExplanation(dice, world, policy, violated);
    }
  } finally {
    folder.clear();
  }
};

/** A policy under which nothing could ever be approved is a problem, and is drawn again. */
const worldWithPolicy = (dice: Dice): World => {
  const world = randomWorld(dice);
  const isSound = world.rules.every(({ decide }) => decide.some((name) => namedGroups.some((one) => one === name)));
  return isSound ? world : worldWithPolicy(dice);
};

/** People join and leave, Graph breaks and mends, the cache is read or grows old. */
const passTime = async (
  dice: Dice,
  { directory }: World,
  policy: PolicyStore,
  clock: ReturnType<typeof createManualClock>,
): Promise<void> => {
  if (dice.oneIn(2)) directory.members[dice.pick(directoryGroups)] = randomMembers(dice)[dice.pick(directoryGroups)];
  if (dice.oneIn(3)) directory.answers[dice.pick(namedGroups)] = randomAnswer(dice);
  if (dice.oneIn(5)) directory.answers = allAnswer();
  if (dice.oneIn(3)) clock.advance(dice.below(15) * MINUTE);
  if (dice.oneIn(3)) {
    await policy.start();
    policy.stop();
  }
};

type Changes = Awaited<ReturnType<typeof connectEngine>>['changes'];
type Requests = (Request & { readonly id: string })[];
type Violated = (words: string) => void;

const codes: Readonly<Record<string, string>> = {
  'Policy.NotAllowed': 'not allowed',
  'Policy.Unread': 'unknown',
  'Policy.NobodyDecides': 'nobody decides',
};

const submitOne = async (dice: Dice, world: World, changes: Changes, requests: Requests, violated: Violated) => {
  const [requester, role] = [dice.pick(people), dice.pick(roles)];
  const source = randomIds.opaque();
  const expected = submissionOf(world, requester, role);
  const terms = { whose: idOf(requester), role: role, days: 3 };
  const draft = { kind: kind.name, terms, requester: personOf(requester), source };
  const outcome = await patiently(() => changes.submit(draft)).then(
    ({ change }) => ({ is: 'taken', change }) as const,
    (error: unknown) =>
      ({ is: error instanceof AppError ? (codes[error.code] ?? error.code) : String(error) }) as const,
  );
  if (outcome.is === 'Change.AlreadyOpen') return;
  if (outcome.is !== expected) violated(`${requester} asks for ${role}: ${outcome.is}, expected ${expected}`);
  if (!('change' in outcome)) return;
  const { id, needs } = outcome.change;
  requests.push({ id, requester, role, needs, votes: [] });
};

const pressOne = async (dice: Dice, world: World, changes: Changes, requests: Requests, violated: Violated) => {
  const at = dice.below(requests.length);
  const request = requests[at];
  const person = dice.pick(people);
  if (!request || request.votes.includes(person)) return;
  const expected = pressOf(world, request, person);
  const how = { verdict: 'approve', reason: '', terms: 1, narrowed: {} } as const;
  const { change, refused } = await patiently(() =>
    changes.decide({ ...how, change: request.id, person: personOf(person) }),
  );
  const became = refused ? 'refused' : change.state === 'waiting' ? 'counts' : 'approves';
  if (became !== expected) {
    violated(
      `${person} approves the request of ${request.requester}: ${became} (${refused?.text}), expected ${expected}`,
    );
  }
  if (became === 'counts') requests[at] = { ...request, votes: [...request.votes, person] };
  if (became === 'approves') requests.splice(at, 1);
};

/** What `policy explain` says, against the model. */
const compareExplanation = async (dice: Dice, world: World, policy: PolicyStore, violated: Violated) => {
  const [person, role] = [dice.pick(people), dice.pick(roles)];
  const { current } = await policy.readNow(namedGroups);
  const said = explain(current(), { kind, facets: { role }, requester: idOf(person) });
  const found = ruleFor(world, person, role);
  const rule = found.is === 'rule' ? found.rule.name : undefined;
  const deciders = found.is === 'rule' ? decidersOf(world, found.rule, person).map(idOf) : [];
  const names = said.stages.flatMap(({ people: those }) => those.map(({ objectId }) => objectId));
  const isSame = said.rule?.name === rule && names.toSorted().join() === deciders.toSorted().join();
  const isUnknown = found.is !== 'unknown' || said.unread.join() === found.groups.join();
  if (!isSame || !isUnknown) {
    violated(
      `explain for ${person} and ${role}: ${said.rule?.name} by ${names.join()}, expected ${rule} by ${deciders.join()}`,
    );
  }
};

/**
 * Generated directories and policies: people join and leave groups, and groups in groups, between the card and the press; Graph breaks,
 * throttles, refuses or stops after half a list; what was read before is of any age. `policy explain` says what a model of the
 * documents says.
 */
export const directoryProof = defineProof({
  name: 'directory',
  says: 'nobody decides by a group of the directory that they are not in',
  short: { runs: 40, seed: 5 },
  runs: 2_000,
  runsEach: 200,
  // Its steps are drawn one by one, by what came of those before.
  plan: (dice) => dice,
  world: openWorld,
  evidence: (world, dice) => world.play(dice),
  laws: { 'as a model of docs/policy.md has it': (wrong) => wrong },
});
