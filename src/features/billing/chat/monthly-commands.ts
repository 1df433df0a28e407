import { z } from 'zod';
import { choice, name, recognised } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { defineAction, defineCommand, type Services } from '#features/feature.ts';
import type { AuditEntry } from '#platform/audit/chain.ts';
import { iso } from '#platform/lib/clock.ts';
import { AppError, type TextName, type TextValues } from '#platform/lib/errors.ts';
import { parseTimeOfDay } from '#platform/lib/quiet-hours.ts';
import { normalise, oneLine } from '#platform/lib/text.ts';
import { listed } from '#platform/texts/texts.ts';
import type { Policy, PolicyConversation } from '#policy/policy.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { renderSummaries, timeValues } from '../cards/summaries-card.ts';
import { parseDay } from '../monthly-date.ts';
import { accountsFor, type BillingAccount, findAccount, mayBeShownIn } from '../policy.ts';
import { allowedAccount, scheduleSummary } from '../report/monthly-job.ts';
import { deleteSummary, findSummary, type SummaryRow, saveSummary, summariesIn } from '../summary-store.ts';
import { billingVerbs } from '../verbs.ts';
import { sharedConversation } from './report-actions.ts';

const LONGEST = 60;
const NINE = 9 * 60;

const refuse = (what: TextName<'monthly.refused'>, values: TextValues = {}): AppError =>
  new AppError({ code: 'Billing.Monthly', text: `monthly.refused.${what}`, values });

/** The conversation that is named, as “#finance”; by default the one in which it is said. */
const conversationOf = (policy: Policy, turn: Turn, named: string | undefined): PolicyConversation => {
  if (named === undefined || /^(here|this channel)$/i.test(named)) {
    const here = policy.conversationById(sharedConversation(turn) ?? '');
    if (!here) throw refuse('whichChannel');
    return here;
  }
  const wanted = normalise(named.replace(/\bchannel\b/i, ''));
  const found = policy.conversations.find(({ key, title }) => [key, title].some((one) => normalise(one) === wanted));
  if (!found) throw refuse('channel', { said: oneLine(named, LONGEST) });
  return found;
};

/** The account that is named; else the first one that may be shown there. */
const accountOf = (
  policy: Policy,
  turn: Turn,
  channel: PolicyConversation,
  named: string | undefined,
): BillingAccount => {
  const { objectId } = turn.who;
  const accounts = named === undefined ? accountsFor(policy, objectId) : [findAccount(policy, objectId, named)];
  const shown = accounts.find((account) => mayBeShownIn(policy, account, channel.id));
  if (shown) return shown;
  throw refuse('notThere', {
    channel: channel.title,
    accounts: listed(
      accounts.map(({ title }) => title),
      turn.words,
    ),
  });
};

export const sendSummary = defineCommand({
  name: 'send invoice summary',
  aliases: ['send the invoice summary', 'post invoice summary'],
  area: 'billing',
  effect: 'acts',
  takes: {
    account: name('account').after('of'),
    channel: name('channel').ledBy('channel').after('to'),
    every: choice('every').else('month').after('every'),
    day: recognised('monthday').after('on'),
    time: recognised('clock').after('at'),
  },
  example: 'send invoice summary to #finance every month on the 5th',
  says: 'nothing',
  async run(turn, { account: of, channel: named, every = 'month', day: written, time }, services) {
    const { policy, database, ids, clock } = services;
    if (!/^(month|monthly)$/i.test(every)) throw refuse('every');
    const day = written === undefined ? undefined : parseDay(written);
    if (day === undefined) throw refuse('day', { said: oneLine(written ?? '', LONGEST) });
    const minute = time === undefined ? NINE : parseTimeOfDay(time);
    if (minute === undefined) throw refuse('time', { said: oneLine(time ?? '', LONGEST) });
    const channel = conversationOf(policy.current(), turn, named);
    const account = accountOf(policy.current(), turn, channel, of);
    const row = await database.transaction(async (trx) => {
      const saved = await saveSummary(trx, {
        ...{ id: ids.opaque(), account: account.key, conversation_id: channel.id, day, minute, zone: turn.zone },
        ...{ language: channel.language, created_by: turn.who.objectId, created_by_name: turn.who.name },
        ...{ last_month: null, created_at: iso(clock.now()) },
      });
      await scheduleSummary(trx, services, saved);
      return saved;
    });
    await record(services, turn, row, { event: 'invoice summary set up' });
    const values = { ...timeValues(row, turn.words), account: account.title, channel: channel.title };
    return textAnswer('monthly.set', values);
  },
});

const record = (
  { audit }: Services,
  { who }: Turn,
  { account, conversation_id: conversation, day }: SummaryRow,
  entry: Pick<AuditEntry, 'event'>,
): Promise<void> => audit.record({ target: account, actor: who.objectId, ...entry, detail: { conversation, day } });

const showSummaries = async (turn: Turn, services: Services): Promise<Answer> => {
  const policy = services.policy.current();
  const rows = await summariesIn(services.database.db, baseId(turn.where.conversationId));
  const summaries = rows.map((row) => ({ row, account: allowedAccount(policy, row) }));
  return cardAnswer(renderSummaries(summaries, turn.words), turn.words.plain('monthly.list.title'));
};

export const listSummaries = defineCommand({
  name: 'invoice summaries',
  aliases: ['monthly summaries', 'stop invoice summary'],
  area: 'billing',
  effect: 'shows',
  takes: {},
  example: 'invoice summaries',
  run: (turn, _args, services) => showSummaries(turn, services),
});

/** Every reader of a channel may end what it gets. */
export const stopSummary = defineAction({
  verb: billingVerbs.stop,
  repeatable: true,
  data: z.object({ id: z.string().max(64) }),
  async handle(turn, { id }, services) {
    const { db } = services.database;
    const row = await findSummary(db, id);
    if (row && row.conversation_id !== baseId(turn.where.conversationId)) return textAnswer('monthly.elsewhere');
    if (row && (await deleteSummary(db, id))) await record(services, turn, row, { event: 'invoice summary ended' });
    return showSummaries(turn, services);
  },
});
