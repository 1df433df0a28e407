import type { Bot } from '#bot/bot.ts';
import type { WrongClock } from '#bot/gate/wrong-clock.ts';
import type { AlertsLayer } from '#engine/alerts/create-alerts.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Audit } from '#platform/audit/audit.ts';
import type { CredentialExpiry } from '#platform/identity/credential-expiry.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import type { TextKey, TextValues } from '#platform/lib/errors.ts';
import type { Log } from '#platform/lib/logger.ts';
import type { Database, Db } from '#platform/storage/database.ts';
import type { PolicyStore } from '#policy/file/policy-store.ts';
import type { Policy } from '#policy/policy.ts';
import type { PolicyProblem } from '#policy/problems/problem.ts';
import { createChannels } from '#teams/connector/conversations/channels.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';

interface OperatorsDeps {
  readonly policy: PolicyStore;
  readonly outbox: Outbox;
  readonly jobs: Jobs;
  readonly alerts: AlertsLayer;
  readonly audit: Audit;
  readonly wrongClock: WrongClock;
  readonly bot: Pick<Bot, 'onSignInFailed'>;
  readonly expiry: CredentialExpiry;
  readonly database: Database;
  readonly log: Log;
}

/** A shorter outage of the directory is on the cards that it concerns. */
const UNREAD_MS = 5 * MINUTE;
/** Problems told at once; the log has them all. */
const MAX_PROBLEMS = 5;

/**
 * What needs a person goes to the operators' conversation of the policy: dead deliveries, failed jobs, feeds and groups that can't
 * be read, a broken policy, credentials that end.
 */
export const tellOperators = ({
  policy,
  outbox,
  jobs,
  alerts,
  audit,
  wrongClock,
  bot,
  expiry,
  database,
  log,
}: OperatorsDeps): void => {
  const tell = async (db: Db, key: TextKey, values: TextValues): Promise<void> => {
    const { operators } = policy.current();
    const conversation = operators === undefined ? undefined : policy.current().conversation(operators);
    if (!conversation) return log.warn('nobody to tell', { reason: key });
    await outbox.notify(db, { conversation: conversation.id }, conversation.language, key, values);
  };

  const notTold = (error: unknown): void => log.error('operators not told', { error });

  jobs.onFailed((trx, job) => tell(trx, 'operators.jobFailed', { kind: job.kind, error: job.error, key: job.key }));

  alerts.onStalled((trx, feed, code) =>
    code === undefined ? tell(trx, 'operators.feedWell', { feed }) : tell(trx, 'operators.feedStalled', { feed, code }),
  );

  const operatorsId = (): string | undefined => policy.current().conversation(policy.current().operators ?? '')?.id;

  outbox.onUndelivered(async (trx, row, code) => {
    // Telling a dead conversation of its own death would never end.
    if (row.target === operatorsId() || (row.conversation_id && baseId(row.conversation_id) === operatorsId())) return;
    // One that waits is told of with its conversation.
    if (row.state === 'dead') await tell(trx, 'operators.notDelivered', { code, delivery: row.id });
  });

  outbox.onReachChanged(async (trx, target, code) => {
    if (target === operatorsId()) return log.error('operators not reachable', { code: code ?? 'reached' });
    const place = await placeName(trx, policy.current(), target);
    if (code === undefined) await tell(trx, 'operators.reachable', { place });
    else await tell(trx, 'operators.unreachable', { place, kind: code.replace('Connector.', '') });
  });

  expiry.onWarning((trx, values) => tell(trx, 'operators.credentialEnds', values));

  audit.onBroken((seq) => tell(database.db, 'operators.auditBroken', { seq }));

  wrongClock.onFound((aheadMs) => {
    const values = { minutes: Math.round(Math.abs(aheadMs) / MINUTE), way: aheadMs > 0 ? 'ahead' : 'behind' };
    tell(database.db, 'operators.clockWrong', values).catch(notTold);
  });

  bot.onSignInFailed((code) => void tell(database.db, 'operators.singleSignOn', { code }).catch(notTold));

  /** Groups that could not be read, with what tells of them unless they can be read soon; undefined once it was told. */
  const unread = new Map<string, NodeJS.Timeout | undefined>();
  policy.onChange((now) => {
    for (const group of now.directoryGroups.keys()) {
      const isUnread = now.unreadAmong([group]).length > 0;
      if (isUnread && !unread.has(group)) {
        const tellOfIt = (): void => {
          unread.set(group, undefined);
          tellGroup('operators.groupUnread', group);
        };
        unread.set(group, setTimeout(tellOfIt, UNREAD_MS).unref());
      } else if (!isUnread && unread.has(group)) {
        if (unread.get(group) === undefined) tellGroup('operators.groupRead', group);
        clearTimeout(unread.get(group));
        unread.delete(group);
      }
    }
  });

  const tellGroup = (key: 'operators.groupUnread' | 'operators.groupRead', group: string): void => {
    tell(database.db, key, { group }).catch(notTold);
  };

  let isBroken = false;
  policy.onRead(({ problems }) => {
    if (problems.length > 0 || isBroken) tellPolicy(problems);
    isBroken = problems.length > 0;
  });

  const tellPolicy = (problems: readonly PolicyProblem[]): void => {
    const lines = problems
      .slice(0, MAX_PROBLEMS)
      .map(({ line, message, remedy }) => `line ${line}: ${message} → ${remedy}`);
    const told =
      problems.length > 0
        ? tell(database.db, 'operators.policyBroken', { count: problems.length, problems: lines.join('\n') })
        : tell(database.db, 'operators.policyRepaired', {});
    told.catch(notTold);
  };
};

/** A conversation, or the person in whose chat something is to be said, as operators know it. */
const placeName = async (db: Db, policy: Policy, target: string): Promise<string> => {
  const owner = db.selectFrom('personal_chats').select('object_id').where('conversation_id', '=', target);
  const title = policy.conversationById(target)?.title ?? policy.personByObjectId(target)?.name;
  if (title !== undefined) return title;
  const chat = await owner.executeTakeFirst();
  if (chat) return policy.nameOf(chat.object_id, chat.object_id);
  return (await createChannels({ db }).namesOf(target)).channel ?? target;
};
