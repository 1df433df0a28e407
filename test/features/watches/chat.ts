import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { alertSubject } from '#engine/alerts/context.ts';
import type { NewDelivery } from '#engine/outbox/repository.ts';
import { requestAccessButton } from '#features/access/requestable.ts';
import type { Services } from '#features/feature.ts';
import { policySections } from '#features/index.ts';
import { watchRenderer } from '#features/watches/cards/watch-card.ts';
import { watches } from '#features/watches/index.ts';
import { watchCardMigrations } from '#features/watches/store.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import { openDatabase } from '#platform/storage/database.ts';
import { noticeCard } from '#teams/cards/notice-card.ts';
import { type PersonKey, people, team } from '../../../sandbox/world.ts';
import { noAudit } from '../../support/audit.ts';
import { createFeatureChat, type Shown, texts } from '../../support/feature-chat.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createTestPolicy } from '../../support/policy.ts';
import { turnOf } from '../../support/turn.ts';
import { createFakeAlerts } from './fake-alerts.ts';

const shipped = readFileSync(join(import.meta.dirname, '../../../sandbox/policy.yaml'), 'utf8');
const withoutAlerts = shipped.replace(/\nalerts:\n( .*\n|\n)+/, '\n');

export { texts };
export const channel = team.channels.find(({ key }) => key === 'alerts')?.id ?? '';

export type WatchesChat = Awaited<ReturnType<typeof createWatchesChat>>;

export const as = (key: PersonKey): Partial<Turn> => ({
  who: { objectId: people[key].objectId, tenantId: 'tenant', name: people[key].name, teamsId: `29:${key}` },
});

const turn = (more: Partial<Turn> = {}): Turn =>
  turnOf({
    ...as('ana'),
    where: { conversationId: `${channel};messageid=1`, kind: 'channel' },
    words: texts,
    zone: 'Europe/Berlin',
    ...more,
  });
const pressing = (more?: Partial<Turn>): Turn =>
  turn({ pressed: { conversationId: channel, activityId: '1' }, ...more });

/** The feature's commands and buttons over an alert layer in memory. @param watch groups that may manage watches @param pointed what stands on messages and in threads */
export const createWatchesChat = async (
  watch = '[platform, payments]',
  pointed: Partial<Pick<Services['outbox'], 'subjectsOn' | 'subjectsInThread'>> = {},
) => {
  const clock = createManualClock();
  /** Subjects of pressed cards. */
  const pressed: string[] = [];
  /** Subjects of redrawn cards, with the newest version. */
  const touched = new Map<string, number>();
  const policy = createTestPolicy(`${withoutAlerts}\nalerts:\n  watch: ${watch}\n`, policySections);
  const database = await openDatabase('sqlite::memory:', watchCardMigrations);
  const alerts = createFakeAlerts([requestAccessButton], clock.now, database);
  const delivered: NewDelivery[] = [];
  const outbox: Partial<Services['outbox']> = {
    ...pointed,
    deliver: async (_db, delivery) => void delivered.push(delivery),
    touch: async (_db, subject, version) => void touched.set(subject, version),
    async render(subject, variant, words) {
      if (subject.startsWith('watch:')) return renderer.render(subject.slice('watch:'.length), variant, words);
      const card = alerts.cards.get(subject.replace(alertSubject(''), ''));
      const { acknowledged, snoozed } = card ?? {};
      const text = escapeMarkdown([subject, variant, acknowledged?.name ?? '', snoozed?.until ?? ''].join(' '));
      return card && { version: card.version, card: noticeCard.render({ text }), summary: subject };
    },
    holdPressedCard: async (subject) => void pressed.push(subject),
  };
  const services = { alerts, audit: noAudit, policy, clock, outbox, database, log: silentLog } as unknown as Services;
  const renderer = watchRenderer(services);
  watches.start?.(services);
  const chat = createFeatureChat(watches, services, async (answer: Answer) => {
    const last = delivered.at(-1);
    if (answer.kind !== 'delivered' || !last) return answer;
    const drawn = await outbox.render?.(last.subject, last.variant, texts);
    return drawn ? cardAnswer(drawn.card, drawn.summary) : answer;
  });
  type Data = Readonly<Record<string, unknown>>;
  return {
    ...{ alerts, clock, pressed, delivered, touched, redrawn: chat.redrawn },
    say: (text: string, more?: Partial<Turn>) => chat.say(turn(more), text),
    press: (shown: Shown, verb: string, more?: Partial<Turn>) => chat.press(pressing(more), shown, verb),
    act: (verb: string, data: Data, more?: Partial<Turn>) => chat.act(pressing(more), verb, data),
    fill: (answers: Readonly<Record<string, string>>, more?: Partial<Turn>) => chat.fill(pressing(more), answers),
    /** From a client that sends a message instead of a press. */
    send: (verb: string, data: Data) => chat.act(turn(), verb, data),
  };
};
