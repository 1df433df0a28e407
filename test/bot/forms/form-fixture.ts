import { type Activity, TurnContext } from 'botbuilder-core';
import { StewardAdapter } from '#bot/adapter.ts';
import { reason, text } from '#bot/arguments/types.ts';
import { createRegistry } from '#bot/commands/registry.ts';
import { createFormController, type FormController } from '#bot/forms/form-controller.ts';
import { createFormRecords, createFormState, createFormStorage, formMigrations } from '#bot/forms/form-store.ts';
import { createSentenceReader, type Wish } from '#bot/forms/sentence.ts';
import { idempotencyMigrations } from '#bot/turn/idempotency.ts';
import type { Answer, CardRef, Turn } from '#bot/turn/turn.ts';
import { defineCommand } from '#features/feature.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { type Database, openDatabase } from '#platform/storage/database.ts';
import type { Answers } from '#teams/cards/form.ts';
import { createFakeConnector, type FakeConnector } from '../../support/fake-connector.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { turnOf } from '../../support/turn.ts';
import { type careful, servicesOf, type Trips, tripForm } from './trip-form.ts';

/** What a form's card shows. */
export interface Shown {
  readonly id: string;
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
  readonly words: string;
  /** Of its buttons. */
  readonly titles: readonly string[];
  /** What it tells in lines, by their titles. */
  readonly facts: Readonly<Record<string, string>>;
  /** What a press brings back of what the page showed. */
  readonly mark: string;
  /** The questions of the page, as a press brings them back. */
  readonly page: string;
  /** The field that a typed answer goes to. */
  readonly next: string | undefined;
}

/** A desk with the trip form, and people who use it. */
export interface FormBench {
  readonly trips: Trips;
  readonly clock: ManualClock;
  readonly database: Database;
  open(person: string, answers?: Answers, review?: boolean): Promise<Answer>;
  /** Where and how is said by the turn. */
  openAs(person: string, turn: Partial<Turn>, answers?: Answers, review?: boolean): Promise<Answer>;
  submit(person: string, id: string, inputs: Answers): Promise<Answer>;
  /** Presses the button of a page as it is shown, with some fields filled in. */
  press(person: string, form: Shown, inputs?: Answers): Promise<Answer>;
  back(person: string, form: Shown): Promise<Answer>;
  cancel(person: string, id: string): Promise<Answer>;
  /** @param wish what the text means as a sentence; by default nothing */
  type(person: string, text: string, more?: Pick<Turn, 'quotes'>, wish?: Wish): Promise<Answer | undefined>;
  /** The same in a dialog, which `window` opens from a card. */
  readonly dialog: {
    /** From the menu of a message: it stands nowhere else. */
    open(person: string): Promise<Answer>;
    window(person: string, id: string, card?: CardRef): Promise<Answer>;
    submit(person: string, id: string, inputs: Answers): Promise<Answer>;
    cancel(person: string, id: string): Promise<Answer>;
  };
  /** What was said to Teams beside the answers. */
  readonly connector: FakeConnector;
  end(): Promise<void>;
}

const MOST_FORMS = 3;

/** “sea for 3 because of the wind” */
const readSentence = createSentenceReader(
  createRegistry({
    commands: [
      defineCommand({
        name: 'travel',
        aliases: [],
        area: 'access',
        form: 'trip',
        effect: 'asks',
        takes: { goal: text.first(), days: text.after('for'), note: reason },
        example: 'travel sea for 3 because of the wind',
        run: () => Promise.reject(new Error('never handled')),
      }),
    ],
    ...{ actions: [], messageActions: [], forms: [] },
  }),
);

export const createFormBench = async (form: typeof careful = tripForm): Promise<FormBench> => {
  const database = await openDatabase('sqlite::memory:', { ...formMigrations, ...idempotencyMigrations });
  const clock = createManualClock();
  const trips: Trips = { sent: [], pressed: [] };
  const desk: FormController = createFormController({
    registry: createRegistry({ commands: [], actions: [], messageActions: [], forms: [form] }),
    services: servicesOf(trips),
    state: createFormState(createFormStorage(database, clock, () => MOST_FORMS)),
    records: createFormRecords(database, clock),
    readSentence,
    log: silentLog,
  });
  const pages: Shown[] = [];
  const noted = async <A extends Answer | undefined>(answer: Promise<A>): Promise<A> => {
    const given = await answer;
    if (given?.kind === 'card' && isForm(given)) pages.push(shown(given));
    return given;
  };
  /** What a press brings back: the fields that are filled in or were emptied, and what is said by the newest page that asks for them. */
  const pressed = (id: string, inputs: Answers): Answers => {
    const from = pages.findLast((page) => page.id === id && page.page.split(' ').some((field) => field in inputs));
    return from ? { page: from.page, 'once-more': from.mark, ...inputs } : inputs;
  };
  const connector = createFakeConnector();
  const adapter = new StewardAdapter(connector, () => false);
  let turns = 0;
  const at = (person: string, more: Partial<Turn> = {}) => {
    const activity: Partial<Activity> = {
      type: 'message',
      channelId: 'msteams',
      serviceUrl: 'https://teams.example/',
      conversation: { id: '19:c', isGroup: true, conversationType: 'channel', name: '' },
      from: { id: `29:${person}`, name: person, aadObjectId: person },
    };
    const who = { objectId: person, tenantId: 't', name: person, teamsId: `29:${person}` };
    turns += 1;
    return { context: new TurnContext(adapter, activity), turn: turnOf({ who, source: `turn ${turns}`, ...more }) };
  };
  type Act = 'submit' | 'back' | 'cancel' | 'window';
  const press = (act: Act, person: string, id: string, inputs: Answers, more: Partial<Turn> = {}) => {
    const { context, turn } = at(person, more);
    return noted(desk[act](context, turn, { id, name: 'trip', inputs }));
  };
  const openAs: FormBench['openAs'] = (person, more, answers = {}, review = false) => {
    const { context, turn } = at(person, more);
    return noted(desk.open(context, turn, 'trip', answers, review));
  };
  return {
    trips,
    clock,
    database,
    open: (person, answers, review) => openAs(person, {}, answers, review),
    openAs,
    submit: (person, id, inputs) => press('submit', person, id, pressed(id, inputs)),
    press: (person, { id, page, mark, values }, inputs = {}) => {
      const filled = Object.entries({ ...values, ...inputs }).filter(([name, value]) => value !== '' || values[name]);
      return press('submit', person, id, { page, 'once-more': mark, ...Object.fromEntries(filled) });
    },
    back: (person, { id, page }) => press('back', person, id, { page }),
    cancel: (person, id) => press('cancel', person, id, {}),
    type: (person, text, more, wish) => {
      const { context, turn } = at(person, more);
      return noted(desk.typed(context, { ...turn, text }, () => wish));
    },
    dialog: {
      open: (person) => openAs(person, IN_DIALOG),
      window: (person, id, card) => press('window', person, id, {}, card ? { ...IN_DIALOG, pressed: card } : IN_DIALOG),
      submit: (person, id, inputs) => press('submit', person, id, pressed(id, inputs), IN_DIALOG),
      cancel: (person, id) => press('cancel', person, id, {}, IN_DIALOG),
    },
    connector,
    end: () => database.close(),
  };
};

const IN_DIALOG = { dialog: true } as const;

type Node = Readonly<Record<string, unknown>>;

const nodes = (value: unknown): Node[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : [value as Node]), ...Object.values(value).flatMap(nodes)]
    : [];

const isForm = ({ card }: { readonly card: object }): boolean => nodes(card).some(({ verb }) => verb === 'form.submit');

const isMark = ({ inlines }: Node): boolean =>
  Array.isArray(inlines) && inlines.some(({ color }: Node) => color === 'Accent');

const nextIn = (all: readonly Node[]): string | undefined => {
  const marked = all.find(({ items }) => Array.isArray(items) && items.some(isMark));
  const input = marked && nodes(marked).find(({ type }) => String(type).startsWith('Input.'));
  return input && String(input['id']);
};

/** Reads the card of an answer. @throws Error when the answer is no form */
export const shown = (answer: Answer | undefined): Shown => {
  if (answer?.kind !== 'card') throw new Error(`no card but ${JSON.stringify(answer)}`);
  const all = nodes(answer.card);
  const submit = all.find(({ verb }) => verb === 'form.submit');
  const data = (submit?.['data'] ?? {}) as Node;
  const inputs = all.filter(({ type }) => String(type).startsWith('Input.'));
  return {
    id: String(data['form']),
    facts: Object.fromEntries(
      all
        .filter(({ type }) => type === 'FactSet')
        .flatMap(({ facts }) => facts as { title: string; value: string }[])
        .map(({ title, value }) => [title, value]),
    ),
    mark: String(data['once-more']),
    page: String(data['page']),
    next: nextIn(all),
    title: String(all.find(({ type }) => type === 'TextBlock')?.['text']),
    values: Object.fromEntries(inputs.map(({ id, value }) => [String(id), String(value)])),
    words: all.map(({ text }) => text ?? '').join('\n'),
    titles: all.filter(({ type }) => String(type).startsWith('Action.')).map(({ title }) => String(title)),
  };
};
