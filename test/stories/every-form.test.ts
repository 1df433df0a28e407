import { features } from '#features/index.ts';
import { iso } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { buttonsOf } from '../support/card-view.ts';
import { LEDGER_API } from '../support/container-story.ts';
import { type PageView, pageIn, type QuestionView } from '../support/form-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

/** People type no faster than this. */
const PAUSE_MS = 4_000;
/** More than any form has questions. */
const MOST_STEPS = 30;

/** How somebody opens a form, and what they answer; every other choice is the first, and what is optional is skipped. */
interface Way {
  readonly as: PersonKey;
  /** A command with no more words than it needs to open the form. */
  readonly opens: string;
  /** The button of the answer that opens it. */
  readonly button?: string;
  readonly where?: string;
  readonly says?: Readonly<Record<string, string>>;
  /** What must be there before, once. */
  readonly first?: () => Promise<unknown>;
  /** A command that leaves no question open. */
  readonly whole?: string;
}

const IMAGE = 'registry.northwind.example/ledger/api:4.2.0';
const NEXT = 'registry.northwind.example/ledger/score:1.0.0';
const DEV = 'workload Development billed enterprise';

const ways: Readonly<Record<string, Way>> = {
  'access.request': {
    ...{ as: 'ana', opens: 'request role' },
    says: { role: 'Reader', place: 'Payments Staging', duration: '2 hours' },
    whole: 'request role reader on payments for 1 day because I look',
  },
  'access.several': {
    ...{ as: 'ana', opens: 'request roles' },
    says: { roles: 'Contributor', places: 'Payments Staging', duration: '2 hours', reason: 'I look' },
    whole: 'request roles reader and contributor on ledger for 1 day because I look',
  },
  'access.extend': {
    ...{ as: 'di', opens: 'extend' },
    // Two, so that there is a choice.
    first: async () => {
      for (const place of ['ledger', 'staging']) {
        const asked = await s.requestApproved('di', `reader on ${place} for 2 days because I look`);
        await s.cardOf(asked, 'Eligible until');
      }
    },
    says: { duration: '2 days', reason: 'the payouts still fail' },
  },
  'access.remove': {
    ...{ as: 'ana', opens: 'remove access' },
    first: () => s.requestApproved('ana', 'reader on ledger for 2 days because I look'),
    says: { reason: 'the work is done' },
  },
  'access.removeAll': {
    ...{ as: 'bo', opens: 'remove all access' },
    first: () => s.requestApproved('ana', 'reader on vault for 3 days because I look'),
    says: { person: 'Ana Rossi', reason: 'she left the team' },
    whole: 'remove all access of Ana Rossi because she left the team',
  },
  'access.breakGlass': {
    ...{ as: 'di', opens: 'break glass' },
    says: {
      ...{ role: 'Contributor', place: 'Payments Staging', duration: '20 minutes' },
      ...{ reason: 'the payouts are down', confirm: 'Payments Staging' },
    },
  },
  'administration.freeze': {
    ...{ as: 'bo', opens: 'freeze', where: personalChat('bo') },
    says: { place: 'Gateway', reason: 'an account was taken over' },
  },
  'administration.unfreeze': { as: 'bo', opens: 'unfreeze', where: personalChat('bo') },
  'administration.revoke': {
    ...{ as: 'bo', opens: 'revoke all', where: personalChat('bo') },
    says: { person: 'Fi Costa', reason: 'the laptop was stolen' },
  },
  'apps.removeUser.form': {
    ...{ as: 'ana', opens: 'remove app user' },
    says: { email: 'tess.moran+wallet@contoso-audio.example', reason: 'her phone is lost' },
    whole: 'remove app user max.weber@contoso-audio.example from wallet because we tidy up',
  },
  'requests.notices': {
    ...{ as: 'bo', opens: 'my notices' },
    says: { way: 'mention', weekends: 'yes', zone: 'UTC' },
  },
  'subscriptions.newForm': {
    ...{ as: 'ana', opens: 'create subscription' },
    says: { displayName: 'Ledger Reserve', billing: 'Payments ledger', reason: 'a second region' },
    whole: `create subscription Fee Trial ${DEV} because we try`,
  },
  'subscriptions.aliasForm': {
    ...{ as: 'ana', opens: 'create subscription for existing Ledger Standby' },
    says: { reason: 'the tool wants an alias' },
  },
  'subscriptions.accept.form': {
    ...{ as: 'di', opens: 'accept ownership' },
    says: { subscription: 'Ledger Standby', displayName: 'Ledger Standby', reason: 'we need it' },
  },
  'containers.caseForm': {
    ...{ as: 'ana', opens: 'deploy container' },
    says: { group: 'cg-ledger-typed', image: IMAGE, reason: 'we try' },
    whole: `deploy container cg-ledger-whole image ${IMAGE} on ledger because we try`,
  },
  'containers.documentForm': {
    as: 'ana',
    // Of a new group: what the document changes needs a deletion of the existing one.
    opens: `deploy container on ledger${LEDGER_API.replace('cg-ledger-api', 'cg-ledger-spare')}`,
    says: { reason: 'we try' },
  },
  'containers.imageForm': {
    as: 'ana',
    opens: 'container cg-ledger-scoring',
    button: 'containers.image',
    says: { image: NEXT },
  },
  'translation.translate': { as: 'ana', opens: 'translate' },
  'translation.glossary.add.form': { as: 'ana', opens: 'glossary add', says: { into: 'German' } },
  'translation.glossary.import.form': {
    as: 'ana',
    opens: 'glossary import',
    says: { terms: 'Gate = Tor', into: 'German' },
  },
  'watches.watch': { as: 'bo', opens: 'watch', where: channels.alerts },
};

/** Their other page is left out where there is nothing to ask: which of several containers, and a ticket. */
const onePage: readonly string[] = ['containers.imageForm', 'access.remove'];

/** They open in a dialog, where nobody types beside it: they have one page. */
const dialogs: readonly string[] = ['alerts.snooze', 'alerts.mute'];

const forms = features.flatMap((feature) => feature.forms ?? []);

it('every form has a way to it here', () => {
  expect([...Object.keys(ways), ...dialogs].toSorted()).toEqual(forms.map(({ name }) => name).toSorted());
});

it('a form that opens only in a dialog has one page', () => {
  for (const name of dialogs) expect(forms.find((form) => form.name === name)?.pages).toHaveLength(1);
});

const prepared = new Set<Way>();

/** Nothing more is posted of what went before: it would be taken for the answer. */
const allPosted = (): Promise<boolean> =>
  s.inStore(async (db) => {
    const due = db.selectFrom('deliveries').select('id').where('due_at', '<=', iso(s.clock.now()));
    return (await due.where('state', '=', 'ready').execute()).length === 0;
  });

const open = async (way: Way): Promise<MessageView> => {
  const { as, opens, button, where = channels.general, first } = way;
  if (first && !prepared.has(way)) await first();
  prepared.add(way);
  await s.until('all cards posted', allPosted);
  const answer = await s.ask(as, opens, { where });
  return button === undefined ? answer : s.pressForForm(as, answer, button);
};

const pageOf = (message: MessageView): PageView => {
  const page = pageIn(message);
  if (!page) throw new Error(`no form:\n${wordsOf(message)}`);
  return page;
};

const isMarked = ({ mark }: QuestionView): boolean => mark === 'next' || mark === 'nextOptional';

const isSamePage = (one: PageView, other: PageView): boolean =>
  one.questions.length === 0
    ? other.questions.length === 0
    : one.questions.some(({ id }) => other.questions.some((question) => question.id === id));

/** What the person types for the marked question. */
const wordsFor = ({ id, mark, choices }: QuestionView, says: Way['says'] = {}): string =>
  mark === 'nextOptional' ? 'skip' : (says[id] ?? [...choices.values()].find((title) => title !== '') ?? `some ${id}`);

/** What was typed goes to the marked question and to no other, or stands on the next page. */
const expectAnswered = (before: PageView, marked: QuestionView, text: string, after: MessageView): void => {
  const page = pageOf(after);
  if (!isSamePage(before, page)) return;
  const now = page.questions.find(({ id }) => id === marked.id);
  if (text === 'skip') expect([marked.id, now?.value, now?.mark]).toEqual([marked.id, '', 'skipped']);
  else expect(now && [now.value, marked.choices.get(now.value)]).toContain(text);
  const others = (questions: readonly QuestionView[]) =>
    Object.fromEntries(questions.filter(({ id }) => id !== marked.id).map(({ id, value }) => [id, value]));
  const kept = others(before.questions);
  expect(others(page.questions)).toMatchObject(
    Object.fromEntries(Object.entries(kept).filter(([id]) => page.questions.some((question) => question.id === id))),
  );
};

/** Types what the form asks for: an answer to the marked question, or “send”. @returns its next copy, or what it ended in */
const typeNext = async ({ as, where = channels.general, says }: Way, form: MessageView): Promise<MessageView> => {
  const page = pageOf(form);
  const marked = page.questions.find(isMarked);
  const text = marked ? wordsFor(marked, says) : 'send';
  s.clock.advance(PAUSE_MS);
  const after = await s.ask(as, text, { where, root: form.rootId ?? form.id });
  if (marked) expectAnswered(page, marked, text, after);
  return after;
};

const isPaged = ([name]: readonly [string, Way]): boolean =>
  !onePage.includes(name) && forms.some((form) => form.name === name && form.pages.length > 1);

describe.each(Object.entries(ways).filter(isPaged))('%s', (_name, way) => {
  it('leads back from its last page to the one before, with its answers', async () => {
    let form = await open(way);
    let last = pageOf(form);
    for (let step = 0; step < MOST_STEPS && !(last.hasBack && !last.questions.some(isMarked)); step += 1) {
      form = await typeNext(way, form);
      last = pageOf(form);
    }
    const thread = { where: way.where ?? channels.general, root: form.rootId ?? form.id };
    const before = pageOf(await s.ask(way.as, 'back', thread));
    expect(isSamePage(before, last)).toBe(false);
    expect(before.questions.some(({ value }) => value !== '')).toBe(true);
    await s.ask(way.as, 'cancel', thread);
  });
});

describe.each(Object.entries(ways))('%s', (name, way) => {
  it('typed to its end asks each question, has Back on each later page, closes older copies, and is sent last', async () => {
    let form = await open(way);
    expect(pageIn(form)).toBeDefined();
    const visited: PageView[] = [];
    for (let step = 0; pageIn(form) && step < MOST_STEPS; step += 1) {
      const page = pageOf(form);
      const before = visited.at(-1);
      if (before === undefined || !isSamePage(before, page)) visited.push(page);
      if (visited.length > 1) expect([name, page.hasBack]).toEqual([name, true]);
      const older = form;
      form = await typeNext(way, form);
      await s.until(
        `the older copy of ${name} closed`,
        async () => buttonsOf(await s.formOf(way.as, older)).length === 0,
      );
    }
    expect(pageIn(form)).toBeUndefined();
  });
});

describe.each(
  Object.entries(ways).flatMap(([name, way]) => (way.whole === undefined ? [] : ([[name, way.whole, way]] as const))),
)('%s', (_name, whole, { as }) => {
  it('shows a complete sentence before it is sent', async () => {
    const form = await s.ask(as, whole);
    expect(pageIn(form)).toBeDefined();
    await s.ask(as, 'cancel', { root: form.rootId ?? form.id });
  });
});
