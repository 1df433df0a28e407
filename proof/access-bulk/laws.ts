import type { Batch } from '../../src/engine/changes/batch/batch.ts';
import type { Change } from '../../src/engine/changes/change.ts';
import type { Changes } from '../../src/engine/changes/changes.ts';
import type { Db } from '../../src/platform/storage/database.ts';
import { loadTexts } from '../../src/platform/texts/texts.ts';
import type { FakeConnector } from '../../test/support/fake-connector.ts';
import type { AccessService } from '../lib/access-service.ts';
import { idOf } from '../lib/policy-text.ts';
import type { LineState, Model } from './model.ts';

const words = loadTexts().for('en');

/** A batch is stored whole or not at all. @param count how many of its lines are sent */
export const faultsOfStored = async (db: Db, count: number): Promise<readonly string[]> => {
  const rows = async (table: 'change_batches' | 'changes' | 'jobs'): Promise<number> =>
    (await db.selectFrom(table).select('id').execute()).length;
  const [batches, changes, jobs] = [await rows('change_batches'), await rows('changes'), await rows('jobs')];
  const cards = (await db.selectFrom('deliveries').select('id').where('subject', 'like', 'batch:%').execute()).length;
  if (batches === 0 && changes === 0 && cards === 0 && jobs === 0) return [];
  const isWhole = batches === 1 && changes === count && cards > 0;
  return isWhole
    ? []
    : [`stored in part: ${batches} batches, ${changes} of ${count} requests, ${cards} cards, ${jobs} jobs`];
};

interface Ended {
  readonly db: Db;
  readonly changes: Pick<Changes, 'changesOn' | 'findBatch'>;
  readonly model: Model;
  readonly service: Pick<AccessService, 'assignments'>;
  readonly connector: Pick<FakeConnector, 'standing'>;
  /** The policy stayed as it was: nobody has a second line to hear of. */
  readonly isCalm: boolean;
}

/** What does not hold when everything is over, in words. */
export const faultsAtEnd = async (ended: Ended): Promise<readonly string[]> => {
  const { db, model } = ended;
  const batches = await db.selectFrom('change_batches').select('id').execute();
  const sent = model.lines.filter(({ state }) => state !== 'refused');
  if (sent.length === 0) return batches.length === 0 ? [] : ['all of it was refused, and a batch was stored'];
  const [only, ...more] = batches;
  const batch = only && (await ended.changes.findBatch(only.id));
  if (!batch || more.length > 0) return [`${batches.length} batches of one request`];
  const all = await ended.changes.changesOn(`batch:${batch.id}`);
  return [
    ...faultsOfLines(batch, all, model),
    ...faultsAtService(all, ended),
    ...(await faultsOfCopies(batch, all, ended)),
    ...(ended.isCalm ? await faultsOfMentions(db) : []),
  ];
};

const STATES: Readonly<Partial<Record<Change['state'], LineState>>> = {
  ...{ waiting: 'waiting', denied: 'denied', cancelled: 'cancelled' },
  ...{ expired: 'expired', done: 'done', failed: 'failed' },
};

/** Each line is in the state of the model. */
const faultsOfLines = ({ lines }: Batch, changes: readonly Change[], model: Model): readonly string[] =>
  model.lines.flatMap(({ state, wanted }, position) => {
    const line = lines[position];
    const change = line && 'change' in line ? changes.find(({ id }) => id === line.change) : undefined;
    const is = line && 'refused' in line ? 'refused' : (change && (STATES[change.state] ?? change.state)) || 'lost';
    return is === state ? [] : [`line ${position} (${wanted.role} for ${wanted.who}) is ${is}, not ${state}`];
  });

/** One assignment for each granted line, by its own request, and no other. */
const faultsAtService = (changes: readonly Change[], { service }: Ended): readonly string[] => {
  const made = service.assignments.filter(({ name }) => name !== '').map(({ name }) => name);
  const granted = changes.filter(({ state }) => state === 'done').map(({ guid }) => guid ?? '');
  return [
    ...granted
      .filter((guid) => made.filter((name) => name === guid).length !== 1)
      .map(() => 'granted, and not there once'),
    ...made.filter((name) => !granted.includes(name)).map(() => 'an assignment that no granted line made'),
  ];
};

/** The variants that show a person only what is for them. */
const isOwn = (face: string): boolean => face === 'personal' || face === 'receiver';

/** One card for each place and person, one notice of the end for each person, no card of a single line, and the same on each. */
const faultsOfCopies = async (
  batch: Batch,
  changes: readonly Change[],
  { db, model, connector }: Ended,
): Promise<readonly string[]> => {
  const rows = await db.selectFrom('deliveries').selectAll().execute();
  const copies = rows.filter(({ subject }) => subject === `batch:${batch.id}`);
  const single = rows.filter(({ subject }) => changes.some(({ id }) => subject === `change:${id}`));
  const targets = copies.map(({ target, face }) => `${target} ${face === 'personal' ? 'notice' : 'card'}`);
  const refused = model.lines.length - changes.length;
  const what = words.plain(batch.title.text, batch.title.values);
  const summary = (some: readonly Change[], others: number): string => {
    const done = some.filter(({ state }) => state === 'done').length;
    const not = some.length - done + others;
    const parts = [
      ...(done === 0 ? [] : [words.plain('changes.batch.state.done', { count: done })]),
      ...(not === 0 ? [] : [words.plain('changes.batch.state.not', { count: not })]),
    ];
    return words.plain('changes.batch.summary.over', { what, state: parts.join(' · ') });
  };
  const forPerson = (target: string): readonly Change[] =>
    changes.filter(({ terms }) => (terms as { person: { objectId: string } }).person.objectId === target);
  return [
    ...single.map(({ face, target }) => `a card of a single line (${face}) at ${target}`),
    ...targets.filter((target, index) => targets.indexOf(target) !== index).map((target) => `twice: ${target}`),
    ...(targets.includes('19:asked@thread.tacv2 card') ? [] : ['no card where it was asked']),
    ...copies.flatMap(({ state, face, target, wanted_version, shown_version, activity_id }) => {
      if (state !== 'shown' || wanted_version !== shown_version) return [`the copy at ${target} is ${state}`];
      const isPart = isOwn(face) && target !== idOf('ana');
      const expected = isPart ? summary(forPerson(target), 0) : summary(changes, refused);
      const said = connector.standing.get(activity_id ?? '');
      return said === expected ? [] : [`the copy at ${target} (${face}) says “${said}”, not “${expected}”`];
    }),
  ];
};

/** Nobody is mentioned twice in a place. */
const faultsOfMentions = async (db: Db): Promise<readonly string[]> => {
  const messages = await db.selectFrom('notice_messages').selectAll().execute();
  const rows = await db.selectFrom('deliveries').selectAll().where('subject', 'like', 'changeNotice:%').execute();
  const mentioned = messages.flatMap(({ id, people_json }) => {
    const at = rows.find(({ subject }) => subject === `changeNotice:${id}`)?.conversation_id ?? '';
    const people = JSON.parse(people_json) as readonly { readonly objectId: string }[];
    return people.map(({ objectId }) => `${objectId} in ${at.split(';')[0]}`);
  });
  return mentioned.filter((one, index) => mentioned.indexOf(one) !== index).map((one) => `mentioned twice: ${one}`);
};
