import { type Activity, TurnContext } from 'botbuilder-core';
import { StewardAdapter } from '../../src/bot/adapter.ts';
import { createFormDesk, type FormDesk } from '../../src/bot/form-desk.ts';
import { createFormRecords } from '../../src/bot/form-records.ts';
import { createFormState, createFormStorage, formMigrations } from '../../src/bot/form-storage.ts';
import { createRegistry } from '../../src/bot/registry.ts';
import { createSeen, seenMigrations } from '../../src/bot/seen.ts';
import type { Answer } from '../../src/bot/turn.ts';
import type { Answers } from '../../src/cards/form.ts';
import type { Connector } from '../../src/connector/connector.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { type Database, openDatabase } from '../../src/storage/database.ts';
import { createManualClock, type ManualClock } from '../support/manual-clock.ts';
import { turnOf } from '../support/turn.ts';
import { type Trips, tripForm } from './trip-form.ts';

/** What a form's card shows. */
export interface Shown {
  readonly id: string;
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
  readonly words: string;
}

/** A desk with the trip form, and people who use it. */
export interface FormBench {
  readonly trips: Trips;
  readonly clock: ManualClock;
  readonly database: Database;
  open(person: string, answers?: Answers, review?: boolean): Promise<Answer>;
  submit(person: string, id: string, inputs: Answers): Promise<Answer>;
  cancel(person: string, id: string): Promise<Answer>;
  type(person: string, text: string): Promise<Answer | undefined>;
  end(): Promise<void>;
}

export const createFormBench = async (): Promise<FormBench> => {
  const database = await openDatabase('sqlite::memory:', { ...formMigrations, ...seenMigrations });
  const clock = createManualClock();
  const trips: Trips = { sent: [] };
  const desk: FormDesk = createFormDesk({
    registry: createRegistry<Trips>({ commands: [], actions: [], forms: [tripForm] }),
    services: trips,
    state: createFormState(createFormStorage(database, clock)),
    records: createFormRecords(createSeen(database, clock)),
    ids: randomIds,
  });
  // A desk answers and sends nothing: whatever it asked of the connector would fail.
  const adapter = new StewardAdapter({} as Connector);
  const at = (person: string) => {
    const activity: Partial<Activity> = {
      type: 'message',
      channelId: 'msteams',
      conversation: { id: '19:c', isGroup: true, conversationType: 'channel', name: '' },
      from: { id: `29:${person}`, name: person, aadObjectId: person },
    };
    const who = { objectId: person, tenantId: 't', name: person, teamsId: `29:${person}` };
    return { context: new TurnContext(adapter, activity), turn: turnOf({ who }) };
  };
  return {
    trips,
    clock,
    database,
    open: (person, answers = {}, review = false) => {
      const { context, turn } = at(person);
      return desk.open(context, turn, 'trip', answers, review);
    },
    submit: (person, id, inputs) => {
      const { context, turn } = at(person);
      return desk.submit(context, turn, { id, name: 'trip', inputs });
    },
    cancel: (person, id) => {
      const { context, turn } = at(person);
      return desk.cancel(context, turn, id);
    },
    type: (person, text) => {
      const { context, turn } = at(person);
      return desk.typed(context, { ...turn, text });
    },
    end: () => database.close(),
  };
};

type Node = Readonly<Record<string, unknown>>;

const nodes = (value: unknown): Node[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : [value as Node]), ...Object.values(value).flatMap(nodes)]
    : [];

/** Reads the card of an answer. @throws Error when the answer is no form */
export const shown = (answer: Answer | undefined): Shown => {
  if (answer?.kind !== 'card') throw new Error(`no card but ${JSON.stringify(answer)}`);
  const all = nodes(answer.card);
  const submit = all.find(({ verb }) => verb === 'form.submit');
  const data = (submit?.['data'] ?? {}) as Node;
  const inputs = all.filter(({ type }) => String(type).startsWith('Input.'));
  return {
    id: String(data['form']),
    title: String(all.find(({ type }) => type === 'TextBlock')?.['text']),
    values: Object.fromEntries(inputs.map(({ id, value }) => [String(id), String(value)])),
    words: all.map(({ text }) => text ?? '').join('\n'),
  };
};
