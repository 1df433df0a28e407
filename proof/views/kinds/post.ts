import { insertCard } from '../../../src/engine/alerts/channel/card-store.ts';
import { parseListQuery } from '../../../src/features/billing/invoice/list-query.ts';
import { reports } from '../../../src/features/billing/report/reports.ts';
import { reportStore } from '../../../src/features/billing/store.ts';
import type { Failure } from '../../../src/features/data-share/failure.ts';
import type { HealthItem } from '../../../src/features/health/item.ts';
import { translations } from '../../../src/features/translation/jobs.ts';
import { readMessage } from '../../../src/features/translation/message/read-message.ts';
import { newTranslation, translationStore } from '../../../src/features/translation/store.ts';
import { firstView } from '../../../src/features/translation/translation.ts';
import { watchSubject } from '../../../src/features/watches/store.ts';
import { addWatchCard, redrawWatch } from '../../../src/features/watches/watch-lifecycle.ts';
import { DAY, iso } from '../../../src/platform/lib/clock.ts';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { HERE, idOf } from '../../lib/policy-text.ts';
import type { KindPlan, PostedKind } from './plan.ts';
import type { KindWorld } from './world.ts';

const SUBSCRIPTION = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';

/** A posted card: its subject, and the variant in which it stands. */
interface PostedCard {
  readonly subject: string;
  readonly variant: string;
}

const healthItem = ({ hidden, over }: KindPlan, now: number): HealthItem => ({
  ...{ id: 'PS7K-QX0', type: 'ServiceIssue', level: 'error', open: !over, rank: 1, updatedAt: now, hidden },
  ...{ services: ['Key Vault'], regions: [{ name: 'West', open: true }], further: { services: 0, regions: 0 } },
  ...{ subscriptions: [SUBSCRIPTION], links: [] },
  ...(hidden ? { title: '', text: '' } : { title: 'It is slow', text: 'We look into it.' }),
});

const failureItem = ({ over }: KindPlan, now: number): Failure => ({
  ...{ key: 'F-7KQ2M', share: { key: 'settlements', title: 'settlements' }, subscription: SUBSCRIPTION },
  ...{ consumer: 'Ursa Bank', open: !over, failures: 2, first: now, seenTo: now },
  last: { at: now, status: 'Failed', message: 'No key.' },
});

const postAlert = async ({ database, clock }: KindWorld, plan: KindPlan, source: string): Promise<string> => {
  const now = clock.now();
  const item = source === 'health' ? healthItem(plan, now) : failureItem(plan, now);
  const id = randomIds.opaque();
  const key = 'id' in item ? item.id : item.key;
  await database.db
    .insertInto('alerts')
    .values({
      ...{ id, source, key, name: key.toLowerCase(), item_json: JSON.stringify(item), open: plan.over ? 0 : 1 },
      ...{ version: 1, updated_at: iso(now), seen_at: iso(now) },
    })
    .execute();
  const card = await database.transaction((trx) => insertCard(trx, randomIds, id, HERE, now));
  return card.id;
};

const posts: Readonly<Record<PostedKind, (world: KindWorld, plan: KindPlan) => Promise<PostedCard>>> = {
  incident: (world, plan) => alertCard(world, plan, 'health'),
  failure: (world, plan) => alertCard(world, plan, 'syncs'),
  async watch(world, { over, quiet, askers }) {
    const [by = ''] = askers;
    const { watch } = await world.alerts.watch({
      ...{ source: 'health', conversationId: HERE, feed: `subscriptions/${SUBSCRIPTION}`, title: 'payments' },
      ...{ filter: {}, rhythm: 'prompt', quiet: undefined, zone: 'UTC', criticalAnyway: false, language: 'en' },
      createdBy: { objectId: idOf(by), name: by },
    });
    await addWatchCard(world.services, watch, { conversationId: HERE, source: randomIds.opaque(), language: 'en' });
    if (quiet) await world.alerts.pause(HERE, watch.ref, Number.POSITIVE_INFINITY);
    if (over) await world.alerts.unwatch(HERE, watch.ref);
    await redrawWatch(world.services, watch);
    return { subject: watchSubject(watch), variant: 'card' };
  },
  async invoice({ database, clock }, { over, quiet, askers }) {
    const figures = { charged: '9', tax: '0', credits: '0', refunded: '0', requested: '0', paid: '0' };
    const totals = {
      ...{ count: 2, pending: 1, refunds: 1 },
      currencies: [{ currency: 'EUR', ...figures, net: '9', unbilled: '0', rows: 2 }],
    };
    const id = randomIds.opaque();
    const state = over ? 'failed' : quiet ? 'reading' : 'read';
    await reportStore.insert(database.db, clock.now(), {
      ...{ id, source: id, kind: 'transactions', account: 'main', vendor_account: '8608480', language: 'en' },
      invoices_json: '[{"title":"november","id":"G002548106"}]',
      question_json: JSON.stringify(parseListQuery({ filter: '', sort: '', search: '' }, clock.now())),
      ...{ asked_by: idOf(askers[0] ?? ''), conversation_id: HERE, state, rows_read: 2 },
      ends_json: '[{"complete":true,"rows":2}]',
      result_json: JSON.stringify(totals),
      why_json: '{"why":"bot.error.fault","values":{}}',
    });
    return { subject: reports.subjectOf(id), variant: 'report' };
  },
  async translation({ database, clock }, { over, quiet, hidden, askers }) {
    const objectId = idOf(askers[0] ?? '');
    const order = {
      ...{ message: { kind: 'text', content: 'Salut' }, to: [{ language: 'en' }], alignment: false },
      ...{ profanity: 'NoAction', allowFallback: true },
    };
    const document = readMessage({ kind: 'text', content: 'Hello' });
    const outcome = {
      ...{ sources: [{ language: 'fr', score: 0.4, blocks: 1 }], doubtful: hidden, charged: 5 },
      targets: [{ target: { language: 'en' }, document, untouched: 0, custom: false }],
    };
    const id = randomIds.opaque();
    await translationStore.insert(database.db, clock.now(), {
      ...{ id, source: id, asked_by: objectId, language: 'en', thing_json: null, held_until: iso(clock.now()) },
      asker_json: JSON.stringify({ objectId, tenantId: 'tenant', conversationId: HERE }),
      reach_json: JSON.stringify({ to: { conversation: HERE } }),
      order_json: JSON.stringify(order),
      view_json: JSON.stringify({ ...firstView, remember: 'en' }),
      ...newTranslation(clock.now()),
      state: quiet ? 'waiting' : over ? 'failed' : 'done',
      outcome_json: JSON.stringify(outcome),
      answered_json: JSON.stringify(order),
      why_json: over ? '{"why":"bot.error.fault","values":{}}' : null,
    });
    return { subject: translations.subjectOf(id), variant: 'translation' };
  },
};

const alertCard = async (world: KindWorld, plan: KindPlan, source: string): Promise<PostedCard> => {
  const id = await postAlert(world, plan, source);
  const [by = ''] = plan.askers;
  if (plan.taken) await world.alerts.acknowledge(id, { objectId: idOf(by), name: by });
  if (plan.quiet) await world.alerts.snooze(id, { objectId: idOf(by), name: by }, world.clock.now() + DAY);
  return { subject: `alert:${id}`, variant: 'card' };
};

/** Brings a card about, whose copy then stands in the conversation. */
export const post = async (world: KindWorld, kind: PostedKind, plan: KindPlan): Promise<PostedCard> => {
  const card = await posts[kind](world, plan);
  await world.outbox.deliver(world.database.db, {
    ...{ ...card, to: { conversation: HERE }, language: 'en', version: 1 },
    postedAs: { conversationId: HERE, activityId: 'm1' },
  });
  return card;
};
