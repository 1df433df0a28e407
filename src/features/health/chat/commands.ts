import type { Values } from '#bot/arguments/argument.ts';
import { typedArguments } from '#bot/arguments/list-arguments.ts';
import type { Suggest } from '#bot/commands/registry.ts';
import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { callOptions } from '#cloud/operation.ts';
import type { Names } from '#engine/alerts/feed/unknown-names.ts';
import { allowedBy, defineCommand, type Services } from '#features/feature.ts';
import { iso } from '#platform/lib/clock.ts';
import { notAllowed } from '#policy/policy.ts';
import { healthSource } from '../alert-source.ts';
import { pageAction } from '../cards/buttons.ts';
import { renderSummary } from '../cards/summary-card.ts';
import { few } from '../format.ts';
import { mayRead, portalLink } from '../policy.ts';
import { type HealthQuery, healthArguments, planQuery } from '../query.ts';
import { readEvents } from '../read-events.ts';

/** Whose a button is that reads events. */
export const forReaders = allowedBy(mayRead);

export const health = defineCommand({
  name: 'health',
  aliases: ['service health', 'incidents'],
  area: 'health',
  effect: 'shows',
  takes: healthArguments,
  menu: ['team', 'groupChat'],
  example: 'health payments since Monday level error service Key Vault',
  says: 'example',
  may: forReaders,
  run: (turn, typed, services) => showTyped(turn, services, typed),
});

const showTyped = async (turn: Turn, services: Services, typed: Values<typeof healthArguments>): Promise<Answer> => {
  requireReader(turn, services);
  return showHealth(turn, services, { ...typedArguments(health, typed), page: 0 });
};

/** @throws AppError for a missing right */
export const requireReader = ({ who }: Turn, services: Services): void => {
  const policy = services.policy.current();
  if (mayRead(policy, who.objectId)) return;
  throw notAllowed('health.refused.read', policy, (person) => mayRead(policy, person));
};

const knownNames = ({ alerts }: Services): Promise<Names> => alerts.names(healthSource.name);

const mergeNames = (one: Names, other: Names): Names => ({
  services: [...new Set([...one.services, ...other.services])],
  regions: [...new Set([...one.regions, ...other.regions])],
});

/** A page of the events that match a query, read from the vendor now. */
export const showHealth = async (turn: Turn, services: Services, asked: HealthQuery): Promise<Answer> => {
  const { words } = turn;
  requireReader(turn, services);
  const policy = services.policy.current();
  const now = services.clock.now();
  const plan = planQuery(asked, policy, now, turn.zone);
  const query = { ...asked, since: asked.since && iso(plan.since ?? now) };
  const read = await readEvents(plan, {
    vendor: services.vendor,
    ...callOptions(turn),
    now,
    portalOf: (trackingId) => portalLink(policy, trackingId),
  });
  const findings =
    read.found.length > 0 ? read : { ...read, names: mergeNames(read.names, await knownNames(services)) };
  const place = few(
    plan.targets.map(({ title }) => title),
    3,
    words,
  );
  return cardAnswer(
    renderSummary(findings, plan, query, words),
    words.plain('health.summary.title', { place }),
    pageAction(query),
  );
};

export const suggest: Suggest = ({ who }, { policy }) => (mayRead(policy.current(), who.objectId) ? ['health'] : []);
