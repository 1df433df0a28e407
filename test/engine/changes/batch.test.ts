import type { BatchPress } from '#engine/changes/batch/decide-batch.ts';
import type { BatchDraft, BatchLineDraft } from '#engine/changes/batch/submit-batch.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { type PersonKey, people } from '../../../sandbox/world.ts';
import { describeStores } from '../../support/database.ts';
import { createEngine, type Engine, oneApproval } from './engine.ts';
import { KIND } from './simple-kind.ts';

const title = { text: 'access.removeAll.title', values: { who: 'Ana Rossi' } } as const;
const what = (role: string) => ({ text: 'access.form.offer', values: { role, place: 'Payments' } }) as const;

describeStores((_kind, open) => {
  const person = (key: PersonKey) => ({ objectId: people[key].objectId, name: people[key].name, language: 'en' });

  const line = (role: string, whose: PersonKey = 'ana'): BatchLineDraft => ({
    ...{ what: what(role), kind: KIND },
    terms: { whose: people[whose].objectId, role, days: 5 },
  });

  const draftOf = (lines: readonly BatchLineDraft[], as: PersonKey = 'ana', source = 'form one'): BatchDraft => ({
    ...{ title, requester: person(as), source, lines },
    asked: { conversationId: '19:elsewhere@thread.tacv2' },
  });

  const send = async (engine: Engine, draft: BatchDraft) => {
    const { batch } = await engine.changes.submitBatch(draft);
    if (!batch) throw new Error('all of it was refused');
    const changes = await engine.changes.changesOn(`batch:${batch.id}`);
    return { batch, changes };
  };

  const card = async (engine: Engine, id: string, reader?: PersonKey): Promise<string> => {
    const viewer = reader && { objectId: people[reader].objectId };
    return JSON.stringify((await engine.outbox.render(`batch:${id}`, 'asker', loadTexts().for('en'), viewer))?.card);
  };

  const press = async (engine: Engine, id: string, as: PersonKey, verdict: BatchPress['verdict'], only?: number) => {
    const changes = await engine.changes.changesOn(`batch:${id}`);
    const lines = changes.slice(0, only).map(({ ref, termsVersion }) => ({ ref, terms: termsVersion }));
    return engine.changes.decideBatch({ batch: id, lines, person: person(as), verdict, reason: 'because' });
  };

  const rows = async (engine: Engine, table: 'changes' | 'deliveries' | 'notice_messages' | 'change_batches') =>
    (await engine.database.db.selectFrom(table).selectAll().execute()).length;

  it('several requests are stored with one card in the thread, one where they are decided, and one mention', async () => {
    const engine = await createEngine(open);
    const { batch, changes } = await send(engine, draftOf([line('reader'), line('writer'), line('owner')]));
    expect(changes.map(({ state, batch: of }) => [state, of])).toEqual(
      ['reader', 'writer', 'owner'].map(() => ['waiting', batch.id]),
    );
    const copies = await engine.database.db.selectFrom('deliveries').select(['subject', 'face']).execute();
    expect(copies.map(({ subject, face }) => [subject.split(':')[0], face]).toSorted()).toEqual([
      ['batch', 'approvers approvals'],
      ['batch', 'asker'],
      ['changeNotice', 'mention'],
    ]);
    expect(await engine.history(changes[2]?.id ?? '')).toEqual(['asked']);
  });

  it('the same activity gives the same batch', async () => {
    const engine = await createEngine(open);
    const draft = draftOf([line('reader'), line('writer')]);
    const [first, second] = [await send(engine, draft), await send(engine, draft)];
    expect(second.batch.id).toBe(first.batch.id);
    expect([await rows(engine, 'changes'), await rows(engine, 'change_batches')]).toEqual([2, 1]);
  });

  it('the same activity in two processes at once gives one batch', async () => {
    const engine = await createEngine(open);
    const draft = draftOf([line('reader'), line('writer')]);
    const sent = await Promise.all([send(engine, draft), send(engine, draft), send(engine, draft)]);
    expect(new Set(sent.map(({ batch }) => batch.id)).size).toBe(1);
    expect([await rows(engine, 'changes'), await rows(engine, 'change_batches')]).toEqual([2, 1]);
  });

  it('a failure while it is stored leaves nothing of it', async () => {
    const engine = await createEngine(open);
    const broken = { what: what('broken'), kind: KIND, terms: { whose: 'x', role: 'broken', days: 'five' } };
    await expect(engine.changes.submitBatch(draftOf([line('reader'), broken]))).rejects.toThrow();
    expect(
      await Promise.all((['changes', 'deliveries', 'change_batches'] as const).map((of) => rows(engine, of))),
    ).toEqual([0, 0, 0]);
  });

  it('a line that is refused stands on the card with its reason, and the others are sent', async () => {
    const engine = await createEngine(open);
    await engine.ask('ana', { role: 'writer' });
    const stuck = { what: what('owner'), refused: { text: 'access.removeAll.stays.notAllowed', values: {} } } as const;
    const { batch, changes } = await send(engine, draftOf([line('reader'), line('writer'), line('reader'), stuck]));
    expect(changes).toHaveLength(1);
    expect(batch.lines.map((one) => ('change' in one ? 'sent' : one.refused.text))).toEqual([
      'sent',
      'changes.refused.alreadyOpen',
      'changes.batch.twice',
      'access.removeAll.stays.notAllowed',
    ]);
    const drawn = await card(engine, batch.id, 'ana');
    for (const text of ['You already have a pending request', 'same request as an earlier line', 'stays: the policy']) {
      expect(drawn).toContain(text);
    }
  });

  it('where every line is refused, nothing is sent', async () => {
    const engine = await createEngine(open);
    const { batch, refused } = await engine.changes.submitBatch(draftOf([line('reader', 'bo')], 'bo'));
    expect(batch).toBeUndefined();
    expect(refused?.map((one) => one.refused.text)).toEqual(['changes.refused.notAllowed']);
    expect(
      await Promise.all((['changes', 'deliveries', 'change_batches'] as const).map((of) => rows(engine, of))),
    ).toEqual([0, 0, 0]);
  });

  it('every line counts towards the most that may wait, and those beyond it are refused', async () => {
    const engine = await createEngine(open, `${oneApproval}limits: { openRequests: { person: 2 } }\n`);
    const { batch } = await send(engine, draftOf(['reader', 'writer', 'owner', 'guest'].map((role) => line(role))));
    const refused = 'changes.refused.tooManyOpen';
    expect(batch.lines.map((one) => ('change' in one ? 'sent' : one.refused.text))).toEqual([
      ...['sent', 'sent', refused, refused],
    ]);
  });

  it('one press approves each of them, and every line says so', async () => {
    const engine = await createEngine(open);
    const { batch } = await send(engine, draftOf([line('reader'), line('writer')]));
    expect(await card(engine, batch.id, 'bo')).toContain('"Approve 2"');
    const { results } = await press(engine, batch.id, 'bo', 'approve');
    expect(results.map(({ change, refused }) => [change?.state, refused])).toEqual([
      ['approved', undefined],
      ['approved', undefined],
    ]);
    expect(await card(engine, batch.id)).toContain('2 in progress');
  });

  it('a press decides what it was about: another person’s decision on one line leaves the others', async () => {
    const engine = await createEngine(open);
    const { batch, changes } = await send(engine, draftOf([line('reader'), line('writer'), line('owner')]));
    await engine.decide('cy', changes[1]?.id ?? '', { verdict: 'deny' });
    const { results } = await press(engine, batch.id, 'bo', 'approve', 2);
    expect(results.map(({ change, refused }) => [change?.state, refused?.text])).toEqual([
      ['approved', undefined],
      ['denied', 'changes.refused.decided'],
    ]);
    expect(await engine.stateOf(changes[2]?.id ?? '')).toBe('waiting');
  });

  it('the card has only the buttons of those lines that its reader may decide', async () => {
    const engine = await createEngine(open);
    const { batch } = await send(engine, draftOf([line('reader', 'di'), line('writer', 'di')], 'di'));
    const [asker, decider, other, shared] = [
      await card(engine, batch.id, 'di'),
      await card(engine, batch.id, 'bo'),
      await card(engine, batch.id, 'fi'),
      await card(engine, batch.id),
    ];
    expect(asker).toContain('Withdraw 2');
    expect(asker).not.toContain('Approve');
    expect(decider).toContain('Deny 2');
    expect(decider).not.toContain('Withdraw');
    for (const drawn of [other, shared]) expect(drawn).not.toMatch(/Approve \d|Deny \d|Withdraw \d/);
  });

  it('the requester withdraws all of it, and nobody else can', async () => {
    const engine = await createEngine(open);
    const { batch, changes } = await send(engine, draftOf([line('reader'), line('writer')]));
    const refused = await press(engine, batch.id, 'bo', 'cancel');
    expect(refused.results.map((one) => one.refused?.text)).toEqual(changes.map(() => 'changes.refused.notYours'));
    await press(engine, batch.id, 'ana', 'cancel');
    expect(await Promise.all(changes.map(({ id }) => engine.stateOf(id)))).toEqual(['cancelled', 'cancelled']);
    expect(await rows(engine, 'change_batches')).toBe(1);
  });

  it('a press names requests of this batch only', async () => {
    const engine = await createEngine(open);
    const { batch } = await send(engine, draftOf([line('reader')]));
    const other = await engine.find(await engine.ask('di', { role: 'owner' }));
    const lines = [{ ref: other.ref, terms: 1 }];
    const wish = { batch: batch.id, lines, person: person('bo'), verdict: 'approve', reason: '' } as const;
    expect((await engine.changes.decideBatch(wish)).results[0]?.refused?.text).toBe('changes.refused.unknown');
    expect(await engine.stateOf(other.id)).toBe('waiting');
  });

  it.each([
    ['title_json', JSON.stringify({ ...title, values: { who: 'Bo Lind' } })],
    ['lines_json', '[]'],
  ] as const)('a batch whose %s was altered in the database decides nothing', async (column, value) => {
    const engine = await createEngine(open);
    const { batch, changes } = await send(engine, draftOf([line('reader')]));
    await engine.database.db
      .updateTable('change_batches')
      .set({ [column]: value })
      .execute();
    const seen = changes.map(({ ref, termsVersion }) => ({ ref, terms: termsVersion }));
    const wish = { batch: batch.id, lines: seen, person: person('bo'), verdict: 'approve', reason: '' } as const;
    expect((await engine.changes.decideBatch(wish)).results[0]?.refused?.text).toBe('changes.refused.altered');
    expect(await engine.stateOf(changes[0]?.id ?? '')).toBe('waiting');
    expect(await card(engine, batch.id, 'bo')).not.toContain('Approve');
  });

  it('a request that was moved into a batch in the database is stopped when it is decided', async () => {
    const engine = await createEngine(open);
    const { batch } = await send(engine, draftOf([line('reader')]));
    const other = await engine.find(await engine.ask('di', { role: 'owner' }));
    await engine.database.db.updateTable('changes').set({ batch: batch.id }).where('id', '=', other.id).execute();
    const lines = [{ ref: other.ref, terms: 1 }];
    const wish = { batch: batch.id, lines, person: person('bo'), verdict: 'approve', reason: '' } as const;
    expect((await engine.changes.decideBatch(wish)).results[0]?.refused?.text).toBe('changes.refused.altered');
  });

  it('people are told of the end of all of it by one card, once nothing more of it is being done', async () => {
    const engine = await createEngine(open);
    const { batch } = await send(engine, draftOf([line('reader'), line('writer')]));
    await press(engine, batch.id, 'bo', 'deny', 1);
    await press(engine, batch.id, 'bo', 'deny');
    const told = await engine.database.db
      .selectFrom('deliveries')
      .select(['subject', 'target'])
      .where('face', '=', 'personal')
      .execute();
    expect(told).toEqual([{ subject: `batch:${batch.id}`, target: people.ana.objectId }]);
    expect(await card(engine, batch.id, 'ana')).toContain('2 not done');
  });
});
