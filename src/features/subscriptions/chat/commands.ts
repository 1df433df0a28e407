import { z } from 'zod';
import { choice, name, reason, recognised } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Name } from '#bot/understanding/vocabulary.ts';
import { acceptSubscriptionOwnership, createSubscriptionAlias } from '#cloud/operations/subscriptions.ts';
import { onChangeCard } from '#features/change-answers.ts';
import { allowedBy, defineAction, defineCommand, onOwnView, type Services } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { oneLine } from '#platform/lib/text.ts';
import { notAllowed, type Policy } from '#policy/policy.ts';
import type { Answers } from '#teams/cards/form.ts';
import { type RequestsPage, requestsCard, subscriptionVerbs } from '../cards/requests-card.ts';
import { ACCEPT_VERB } from '../describe-create.ts';
import { readObservedState } from '../observed-state.ts';
import { billingScopesOf, findNamed, maySeeAll, offeredSubscriptions } from '../policy.ts';
import { findSubscription } from '../store.ts';
import { ACCEPT, CREATE } from '../terms.ts';
import { ACCEPT_FORM, aliasForm, newForm } from './forms.ts';

const AREA = 'subscriptions';
const subscription = name('subscription');

export const createSubscription = defineCommand({
  name: 'create subscription',
  aliases: ['new subscription', 'order subscription'],
  area: AREA,
  effect: 'asks',
  takes: {
    name: recognised('called').first(),
    existing: subscription.ledBy('existing').after('existing').shownAs('SUBSCRIPTION'),
    workload: choice('workload').after('workload'),
    billed: name('billed').ledBy('billed').after('billed to', 'billed').shownAs('ACCOUNT'),
    reason,
  },
  menu: ['team'],
  example: 'create subscription Ledger Reserve workload production billed to ledger because it needs a second region',
  async run(_turn, { name, existing, workload, billed, reason }, services) {
    services.vendor.requireService(createSubscriptionAlias);
    const scope = billed === undefined ? undefined : findNamed(billingScopesOf(services.policy.current()), billed);
    const answers = givenAnswers({
      displayName: name?.replace(TRAILING_FOR, '').trimEnd() || undefined,
      subscription: existing,
      workload: parseWorkload(workload ?? ''),
      billing: scope?.key,
      unknown: scope === undefined && billed !== undefined ? oneLine(billed, 60) : undefined,
      reason,
    });
    const alias = existing !== undefined || TRAILING_FOR.test(name ?? '');
    return formAnswer((alias ? aliasForm : newForm).name, answers, true);
  },
});

/** “Ledger for existing …”: the name ends before the next keyword. */
const TRAILING_FOR = /(?:^|\s)for$/i;

const parseWorkload = (text: string): string | undefined => {
  if (/^prod/i.test(text)) return 'Production';
  return /^(dev|test)/i.test(text) ? 'DevTest' : undefined;
};

export const acceptOwnership = defineCommand({
  name: 'accept ownership',
  aliases: ['take over subscription', 'accept subscription'],
  area: AREA,
  effect: 'asks',
  grave: true,
  takes: { subscription: subscription.after('of'), displayName: recognised('called').after('as'), reason },
  example: 'accept ownership of Ledger Standby because the ledger moves there',
  run: (_turn, args, services) => openAccept(services, givenAnswers(args)),
});

/** Opens the form with the subscription's current name, where it is known. */
export const openAccept = async (services: Services, answers: Answers): Promise<Answer> => {
  services.vendor.requireService(acceptSubscriptionOwnership);
  const { subscription } = answers;
  const found =
    subscription === undefined
      ? undefined
      : await findSubscription(services.database.db, services.policy.current(), subscription);
  const name = found && found.title !== found.id ? { displayName: found.title } : {};
  return formAnswer(ACCEPT_FORM, { ...name, ...answers }, true);
};

export const subscriptionRequests = defineCommand({
  name: 'subscription requests',
  aliases: ['subscriptions', 'my subscriptions'],
  area: AREA,
  effect: 'shows',
  takes: { whose: choice('whose').first().shownAs('all') },
  menu: ['personal'],
  example: 'subscription requests',
  run: (turn, { whose }, services) =>
    showRequests(turn, services, { all: /^(all|everybody'?s?)$/i.test(whose ?? ''), page: 0 }),
});

/** The most requests that are read. */
const MOST = 200;

/** @throws AppError for a person who may not see other people's requests */
export const showRequests = async (turn: Turn, services: Services, at: RequestsPage): Promise<Answer> => {
  const { words, who } = turn;
  const { changes } = services;
  const policy = services.policy.current();
  const mayAll = maySeeAll(policy, who.objectId);
  if (at.all && !mayAll) throw notAllowed('subscriptions.list.refused', policy, (person) => maySeeAll(policy, person));
  const filter = { kinds: [CREATE, ACCEPT], ...(at.all ? {} : { requester: who.objectId }) };
  const card = await requestsCard(
    {
      ...at,
      mayAll,
      changes: await changes.list(filter, MOST),
      describe: (change) => changes.describe(change, words),
      mayShow: (change) => changes.maySee(change, who.objectId),
    },
    words,
  );
  const again = { verb: subscriptionVerbs[at.all ? 'all' : 'mine'], data: { page: at.page } };
  return cardAnswer(card, words.plain(`subscriptions.list.title.${at.all ? 'everybody' : 'mine'}`), again);
};

const turnList = (all: boolean) =>
  defineAction({
    verb: subscriptionVerbs[all ? 'all' : 'mine'],
    repeatable: true,
    automatic: true,
    may: all ? allowedBy(maySeeAll) : onOwnView,
    data: z.object({ page: z.coerce.number().int().min(0).max(1_000) }),
    handle: (turn, { page }, services) => showRequests(turn, services, { all, page }),
  });

export const turnMine = turnList(false);
export const turnAll = turnList(true);

/** Accept ownership, pressed on the card of a created subscription. */
export const pressAccept = defineAction({
  verb: ACCEPT_VERB,
  card: onChangeCard,
  data: z.looseObject({ change: z.string() }),
  async handle(turn, data, services) {
    const change = await services.changes.find(data.change);
    const { subscriptionId } = readObservedState(change?.seen);
    if (change?.kind !== CREATE || subscriptionId === undefined) return textAnswer('changes.refused.unknown');
    if (!services.changes.maySee(change, turn.who.objectId)) return textAnswer('subscriptions.acceptForm.byCommand');
    return openAccept(services, { subscription: subscriptionId });
  },
});

export const vocabulary = (policy: Policy): readonly Name[] => [
  ...billingScopesOf(policy).map(({ key, title, resellers }) => ({
    kind: 'billed',
    key,
    titles: [title, ...resellers.map((reseller) => reseller.title)],
  })),
  ...offeredSubscriptions(policy).map(({ key, title }) => ({ kind: 'subscription', key, titles: [title] })),
];
