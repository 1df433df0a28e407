import { choice, place, region, sentence, service, since, text } from '#bot/arguments/types.ts';
import type { Suggest } from '#bot/commands/registry.ts';
import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { callOptions } from '#cloud/operation.ts';
import type { Names } from '#engine/alerts/feed/unknown-names.ts';
import { allowedBy, defineCommand, type Services } from '#features/feature.ts';
import { notAllowed } from '#policy/policy.ts';
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
  effect: 'shows',
  takes: {
    // The vendor's names contain filter words, as “App Service” does: parse-health-command reads the text.
    query: sentence({
      place: place.first().after('on'),
      since,
      level: choice('level').after('level'),
      type: choice('type').after('type'),
      service: service.after('service'),
      region: region.after('region'),
      tag: text.after('tag'),
    }),
  },
  menu: ['team', 'groupChat'],
  example: 'health payments since Monday level error service Key Vault',
  says: 'example',
  may: forReaders,
  run: (turn, { query = '' }, services) =>
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

export const suggest: Suggest = ({ who }, { policy }) => (mayRead(policy.current(), who.objectId) ? ['health'] : []);
