import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alertSubject } from '../../../src/alerts/context.ts';
import { createRegistry } from '../../../src/bot/commands/registry.ts';
import { route } from '../../../src/bot/commands/router.ts';
import { advanceForm } from '../../../src/bot/forms/form-engine.ts';
import { type Answer, cardAnswer, type Turn } from '../../../src/bot/turn/turn.ts';
import { noticeCard } from '../../../src/cards/notice.ts';
import { requestAccessButton } from '../../../src/features/access/requestable.ts';
import type { Services } from '../../../src/features/feature.ts';
import { policySections } from '../../../src/features/index.ts';
import { watchRenderer } from '../../../src/features/watches/cards/watch-card.ts';
import { watches } from '../../../src/features/watches/index.ts';
import { watchCardMigrations } from '../../../src/features/watches/store.ts';
import { AppError } from '../../../src/lib/errors.ts';
import { silentLog } from '../../../src/lib/logger.ts';
import { escapeMarkdown } from '../../../src/lib/text.ts';
import type { NewDelivery } from '../../../src/outbox/repository.ts';
import type { MessageView } from '../../../src/sandbox/teams/api.ts';
import { type PersonKey, people, team } from '../../../src/sandbox/world.ts';
import { openDatabase } from '../../../src/storage/database.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { deafAudit } from '../../support/audit.ts';
import { buttonsOf, fieldsOf, pressData } from '../../support/card-view.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { wordsOf } from '../../support/steward.ts';
import { turnOf } from '../../support/turn.ts';
import { createFakeAlerts, type FakeAlerts } from './fake-alerts.ts';

const shipped = readFileSync(join(import.meta.dirname, '../../../src/sandbox/policy.yaml'), 'utf8');
const without = shipped.replace(/\nalerts:\n( .*\n|\n)+/, '\n');

export const channel = team.channels.find(({ key }) => key === 'alerts')?.id ?? '';
export const policyText = (watch: string): string => `${without}\nalerts:\n  watch: ${watch}\n`;
export const texts = loadTexts().for('en-GB', 'Europe/Berlin');

/** What a person sees of an answer. */
export interface Seen {
  readonly words: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly titles: readonly string[];
  readonly answer: Answer | undefined;
}

/** The feature's commands and buttons over a layer in memory. */
export interface Bench {
  readonly alerts: FakeAlerts;
  readonly clock: ManualClock;
  /** Subjects of cards that were pressed. */
  readonly pressed: string[];
  /** What the outbox was told to say. */
  readonly delivered: readonly NewDelivery[];
  /** What was to be drawn anew, with its newest version. */
  readonly touched: ReadonlyMap<string, number>;
  /** The newest card of those that the outbox was told to say, as it is drawn now. */
  redrawn(): Promise<Seen>;
  say(text: string, more?: Partial<Turn>): Promise<Seen>;
  /** What the button of this verb sends, from the card that was seen; the first one if there are several. */
  press(seen: Seen, verb: string, more?: Partial<Turn>): Promise<Seen>;
  act(verb: string, data: Readonly<Record<string, unknown>>, more?: Partial<Turn>): Promise<Seen>;
  /** The same from a client that sends a message in the place of a press. */
  send(verb: string, data: Readonly<Record<string, unknown>>): Promise<Seen>;
}

export const as = (key: PersonKey): Partial<Turn> => ({
  who: { objectId: people[key].objectId, tenantId: 'tenant', name: people[key].name, teamsId: `29:${key}` },
});

export const createBench = async (watch = '[platform, payments]'): Promise<Bench> => {
  const clock = createManualClock();
  const pressed: string[] = [];
  const touched = new Map<string, number>();
  const policy = createTestPolicy(policyText(watch), policySections);
  const database = await openDatabase('sqlite::memory:', watchCardMigrations);
  const alerts = createFakeAlerts([requestAccessButton], clock.now, database);
  const delivered: NewDelivery[] = [];
  const outbox: Partial<Services['outbox']> = {
    deliver: async (_db, delivery) => void delivered.push(delivery),
    touch: async (_db, subject, version) => void touched.set(subject, version),
    async render(subject, face, words) {
      if (subject.startsWith('watch:')) return drawn.render(subject.slice('watch:'.length), face, words);
      const card = alerts.cards.get(subject.replace(alertSubject(''), ''));
      const { acknowledged, snoozed } = card ?? {};
      const text = escapeMarkdown([subject, face, acknowledged?.name ?? '', snoozed?.until ?? ''].join(' '));
      return card && { version: card.version, card: noticeCard.render({ text }), summary: subject };
    },
    holdPressedCard: async (subject) => void pressed.push(subject),
  };
  const services = { alerts, audit: deafAudit, policy, clock, outbox, database, log: silentLog } as unknown as Services;
  const drawn = watchRenderer(services);
  watches.start?.(services);
  const registry = createRegistry({
    commands: watches.commands ?? [],
    actions: watches.actions ?? [],
    messageActions: [],
    forms: watches.forms ?? [],
  });

  const turn = (more: Partial<Turn> = {}): Turn =>
    turnOf({
      ...as('ana'),
      where: { conversationId: `${channel};messageid=1`, kind: 'channel' },
      words: texts,
      zone: 'Europe/Berlin',
      ...more,
    });

  const settle = async (at: Turn, work: Promise<Answer>): Promise<Seen> => {
    try {
      return see(await said(await opened(at, await work)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return see({ kind: 'text', text: error.textKey, values: error.values });
    }
  };

  /** What the outbox is to say in the place of an answer. */
  const said = async (answer: Answer): Promise<Answer> => {
    const last = delivered.at(-1);
    if (answer.kind !== 'delivered' || !last) return answer;
    const shown = await outbox.render?.(last.subject, last.face, texts);
    return shown ? cardAnswer(shown.card, shown.summary) : answer;
  };

  const opened = async (at: Turn, answer: Answer): Promise<Answer> => {
    const form = answer.kind === 'form' ? registry.form(answer.form) : undefined;
    if (answer.kind !== 'form' || !form) return answer;
    const open = { form: form.name, id: 'f', answers: answer.answers, asked: [], review: answer.review };
    return (await advanceForm({ form, open, turn: at, services, log: silentLog })).answer;
  };

  const send = (verb: string, data: Readonly<Record<string, unknown>>, more?: Partial<Turn>): Promise<Seen> => {
    const action = registry.action(verb);
    if (!action) throw new Error(`nobody acts on ${verb}`);
    const at = turn(more);
    return settle(at, action.handle(at, action.data.parse(data), services));
  };
  const act: Bench['act'] = (verb, data, more) =>
    send(verb, data, { pressed: { conversationId: channel, activityId: '1' }, ...more });

  return {
    ...{ alerts, clock, pressed, delivered, touched, act, send },
    say(text, more) {
      const found = route(registry, text);
      if (found.kind !== 'command') throw new Error(`“${text}” is no command`);
      const at = turn(more);
      return settle(at, found.command.handle(at, found.command.arguments.parse(found.arguments), services));
    },
    redrawn: async () => see(await said({ kind: 'delivered' })),
    press(seen, verb, more) {
      const [button] = buttonsOf(viewOf(seen.answer)).filter((one) => one.verb === verb);
      if (!button) throw new Error(`no button ${verb} on:\n${seen.words}`);
      return act(verb, pressData(button, {}), more);
    },
  };
};

const viewOf = (answer: Answer | undefined): MessageView =>
  ({ cards: answer?.kind === 'card' ? [answer.card] : [] }) as unknown as MessageView;

const see = (answer: Answer): Seen => {
  if (answer.kind === 'text') {
    return { words: texts.plain(answer.text, answer.values), fields: {}, titles: [], answer };
  }
  const view = viewOf(answer);
  const titles = buttonsOf(view).map(({ title }) => title);
  return { words: wordsOf(view), fields: fieldsOf(view), titles, answer };
};
