import { z } from 'zod';
import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { callOptions } from '#cloud/operation.ts';
import type { Names } from '#engine/alerts/feed/unknown-names.ts';
import { allowedBy, defineCommand, type Services } from '#features/feature.ts';
import { notAllowed } from '#policy/not-allowed.ts';
import { healthSource } from '../alert-source.ts';
import { pageAction } from '../cards/buttons.ts';
import { renderSummary } from '../cards/summary-card.ts';
import { few } from '../format.ts';
import { encodeQuery, type HealthQuery, parseHealthCommand, planQuery } from '../parse-health-command.ts';
import { mayRead, portalLink } from '../policy.ts';
import { readEvents } from '../read-events.ts';

/** Whose a button is that reads events. */
export const forReaders = allowedBy(mayRead);

export const health = defineCommand({
  name: 'health',
  aliases: ['service health', 'incidents'],
  area: 'health',
  lead: 'query',
  // The vendor's names contain filter words, as “App Service” does: parse-health-command reads the text.
  slots: [],
  arguments: z.object({ query: z.string().default('') }),
  example: 'health payments since Monday level error service Key Vault',
  words: ['on', 'since', 'level', 'type', 'service', 'region', 'tag'],
  says: 'example',
  may: forReaders,
  handle: (turn, { query }, services) =>
    showHealth(turn, services, () => parseHealthCommand(query, services.clock.now(), turn.zone)),
});

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
export const showHealth = async (turn: Turn, services: Services, ask: () => HealthQuery): Promise<Answer> => {
  const { words } = turn;
  requireReader(turn, services);
  const policy = services.policy.current();
  const query = ask();
  const plan = planQuery(query, policy, services.clock.now());
  const read = await readEvents(plan, {
    vendor: services.vendor,
    ...callOptions(turn),
    now: services.clock.now(),
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
    pageAction(encodeQuery(query)),
  );
};
