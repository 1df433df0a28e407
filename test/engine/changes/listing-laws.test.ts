import { type Change, type ChangeState, changeStates, toChange } from '#engine/changes/change.ts';
import type { ChangeQuery, Position } from '#engine/changes/listing.ts';
import { type ChangeTable, changesMigrations } from '#engine/changes/tables.ts';
import { DAY, HOUR, iso } from '#platform/lib/clock.ts';
import { type PersonKey, people } from '../../../sandbox/world.ts';
import { caseCount } from '../../support/case-count.ts';
import { describeStores, type OpenStore } from '../../support/database.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { createEngine, type Engine, migrations, policyText } from './engine.ts';
import { KIND } from './simple-kind.ts';

/** Leads decide on readers, auditors on owners; Di asks and decides. */
const POLICY = policyText(
  'name: owners, when: { role: [owner] }, ask: [askers], decide: [auditors], card: approvals',
  'name: plain, ask: [askers], decide: [leads], card: approvals',
);
const ROLES = ['reader', 'owner'];
const PLACES = ['payments', 'ledger', 'gateway'];
const READERS: readonly PersonKey[] = ['ana', 'bo', 'cy', 'di', 'fi'];

const START = Date.parse('2026-03-02T09:00:00Z');
const ended = new Set<ChangeState>(['done', 'denied', 'cancelled', 'expired', 'failed', 'unconfirmed']);

const template: ChangeTable = {
  ...{ id: 'a', ref: 'R-22222', kind: KIND, state: 'done', version: 1, terms_version: 1, terms_json: '{}' },
  ...{ requester_id: people.ana.objectId, requester_name: people.ana.name, requester_language: 'en' },
  ...{ form: null, answers_json: '{}', rule: 'plain', needs: 1, open_key: null, source: 's', finish_by: null },
  ...{
    deadline_at: iso(START),
    guid: null,
    sent_by: null,
    frozen_json: null,
    attempts: 0,
    maybe_sent: 0,
    phase: 'send',
  },
  ...{ seen_json: null, outcome_json: null, seal: null, created_at: iso(START), updated_at: iso(START) },
  ...{ ended_at: null, escalated_at: null, batch: null, place: null, role: null, concerned: null },
};

/** Many changes with few moments, so that some have the same one. */
const fill = async (engine: Engine, count: number, random: () => number): Promise<readonly ChangeTable[]> => {
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const { db } = engine.database;
  const rows = Array.from({ length: count }, (_, number): ChangeTable => {
    const requester = people[any<PersonKey>(['ana', 'di'])];
    const whose = people[any<PersonKey>(['ana', 'di', 'fi'])].objectId;
    const [role, state] = [any(ROLES), any(changeStates)];
    const at = START - Math.floor(random() * 40) * HOUR;
    return {
      ...template,
      ...{ id: `id-${number}`, ref: `R-${String(number + 20_000).padStart(5, '0')}`, source: `s-${number}` },
      ...{ requester_id: requester.objectId, requester_name: requester.name, state, open_key: null },
      ...{ terms_json: JSON.stringify({ whose, role, days: 1 }), role, place: any(PLACES), concerned: whose },
      ...{ created_at: iso(at), ended_at: ended.has(state) ? iso(at + Math.floor(random() * 4) * HOUR) : null },
    };
  });
  for (const row of rows) await db.insertInto('changes').values(row).execute();
  return rows;
};

/** What the list should have, by another way: all rows, filtered and sorted in memory. */
const expected = (engine: Engine, rows: readonly ChangeTable[], query: ChangeQuery, objectId: string): string[] => {
  const momentOf = (row: ChangeTable) => (query.order === 'created' ? row.created_at : row.ended_at);
  const { states, places, since } = query;
  return rows
    .filter((row) => momentOf(row) !== null)
    .filter((row) => states === undefined || states.includes(row.state as ChangeState))
    .filter((row) => query.requester === undefined || row.requester_id === query.requester)
    .filter((row) => query.concerned === undefined || JSON.parse(row.terms_json).whose === query.concerned)
    .filter((row) => query.role === undefined || JSON.parse(row.terms_json).role === query.role)
    .filter((row) => places === undefined || places.includes(row.place ?? ''))
    .filter((row) => since === undefined || Date.parse(momentOf(row) ?? '') >= since)
    .filter((row) => engine.changes.maySee(toChange(row), objectId))
    .map((row) => [momentOf(row), row.ref].join(' '))
    .toSorted()
    .toReversed()
    .map((line) => line.split(' ')[1] ?? '');
};

const allPages = async (engine: Engine, query: ChangeQuery, objectId: string, size: number): Promise<Change[][]> => {
  const pages: Change[][] = [];
  for (let from: Position | undefined; ; ) {
    const page = await engine.changes.page(query, objectId, size, from);
    pages.push([...page.changes]);
    if (!page.next) return pages;
    from = page.next;
  }
};

const anyQuery = (random: () => number): ChangeQuery => {
  const maybe = <T>(name: string, value: () => T) => (random() < 0.3 ? { [name]: value() } : {});
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const order = random() < 0.3 ? 'ended' : 'created';
  return {
    ...maybe('states', () => changeStates.filter(() => random() < 0.4)),
    ...maybe('requester', () => people[any(READERS)].objectId),
    ...maybe('concerned', () => people[any(READERS)].objectId),
    ...maybe('role', () => any(ROLES)),
    ...maybe('since', () => START - Math.floor(random() * 40) * HOUR),
    ...(order === 'ended' ? { places: PLACES } : {}),
    ...maybe('places', () => PLACES.filter(() => random() < 0.5)),
    order,
  };
};

const LISTS = caseCount(150);

describeStores((_kind, open: OpenStore) => {
  it('each of many lists, page by page, equals a filter over all changes', async () => {
    const random = seededRandom(18);
    const engine = await createEngine(open, POLICY);
    const rows = await fill(engine, 300, random);
    const lengths: number[] = [];
    for (let list = 0; list < LISTS; list++) {
      const query = anyQuery(random);
      const { objectId } = people[READERS[list % READERS.length] ?? 'ana'];
      const size = 1 + Math.floor(random() * 30);
      const pages = await allPages(engine, query, objectId, size);
      const refs = pages.flat().map(({ ref }) => ref);
      expect({ query, refs }).toEqual({ query, refs: expected(engine, rows, query, objectId) });
      expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true);
      lengths.push(refs.length);
    }
    // The law is about something: most lists have rows, and none all of them by chance.
    expect(lengths.filter((length) => length > 0).length).toBeGreaterThan(LISTS / 2);
  });

  it('a page among many others that do not fit says how far it was read, and the next one reads on', async () => {
    const engine = await createEngine(open, POLICY);
    const { objectId } = people.bo;
    await fill(engine, 1_200, seededRandom(3));
    const { db } = engine.database;
    await db.updateTable('changes').set({ role: 'reader', concerned: objectId, state: 'done' }).execute();
    const oldest = { ref: 'R-10000', created_at: iso(START - 10 * DAY), role: 'owner' };
    await db.updateTable('changes').set(oldest).where('id', '=', 'id-7').execute();
    const query: ChangeQuery = { order: 'created', concerned: objectId, role: 'owner' };
    await db
      .updateTable('changes')
      .set({ terms_json: JSON.stringify({ whose: objectId, role: 'reader', days: 1 }) })
      .execute();
    const first = await engine.changes.page(query, objectId, 8);
    expect(first).toMatchObject({ changes: [], readBackTo: expect.any(Number) });
    const second = await engine.changes.page(query, objectId, 8, first.next);
    expect(second.changes.map(({ ref }) => ref)).toEqual(['R-10000']);
    expect(second.next).toBeUndefined();
  });

  it('changes from before the lists are found by what their terms name', async () => {
    const { 'changes-009-listing': listing, ...older } = migrations;
    expect(Object.keys(changesMigrations)).toContain('changes-009-listing');
    const before = await open(older);
    // As that version wrote it: without the columns of the lists.
    const { place: _place, role: _role, concerned: _concerned, ...row } = template;
    const terms = { place: { key: 'ledger' }, role: { key: 'reader' }, person: { objectId: people.di.objectId } };
    await before.db
      .insertInto('changes')
      .values({ ...row, terms_json: JSON.stringify(terms) } as ChangeTable)
      .execute();
    const { db } = await open({ ...older, ...(listing ? { 'changes-009-listing': listing } : {}) });
    const found = await db.selectFrom('changes').select(['place', 'role', 'concerned']).executeTakeFirst();
    expect(found).toEqual({ place: 'ledger', role: 'reader', concerned: people.di.objectId });
  });
});
