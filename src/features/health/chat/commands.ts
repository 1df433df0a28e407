import { z } from 'zod';
import type { Names } from '../../../alerts/feed/unknown-names.ts';
import { callOptions } from '../../../api/call-options.ts';
import { type Answer, cardAnswer, type Turn } from '../../../bot/turn/turn.ts';
import { AppError } from '../../../lib/errors.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { renderSummary } from '../cards/summary-card.ts';
import { few } from '../face-words.ts';
import { mayRead, portalLink } from '../policy.ts';
import { planOf, type Question, readQuestion } from '../question.ts';
import { readHealth } from '../read.ts';
import { healthSource } from '../source.ts';

export const health = defineCommand({
  name: 'health',
  aliases: ['service health', 'incidents'],
  area: 'health',
  lead: 'asked',
  // Names of the vendor's hold the words of the filters, as “App Service” does: the question reads itself.
  slots: [],
  arguments: z.object({ asked: z.string().default('') }),
  example: 'health payments since Monday level error service Key Vault',
  words: ['on', 'since', 'level', 'type', 'service', 'region', 'tag'],
  says: 'example',
  handle: (turn, { asked }, services) =>
    showHealth(turn, services, () => readQuestion(asked, services.clock.now(), turn.zone)),
});

/** @throws AppError for a person whom the policy does not let look */
export const requireReader = ({ who }: Turn, services: Services): void => {
  if (mayRead(services.policy.current(), who.objectId)) return;
  throw new AppError({ code: 'Policy.NotAllowed', text: 'health.refused.read' });
};

const alertsKnow = ({ alerts }: Services): Promise<Names> => alerts.names(healthSource.name);

const joined = (one: Names, other: Names): Names => ({
  services: [...new Set([...one.services, ...other.services])],
  regions: [...new Set([...one.regions, ...other.regions])],
});

/** A page of what goes on at the places of a question, as the vendor tells it now. */
export const showHealth = async (turn: Turn, services: Services, ask: () => Question): Promise<Answer> => {
  const { words } = turn;
  requireReader(turn, services);
  const policy = services.policy.current();
  const question = ask();
  const plan = planOf(question, policy, services.clock.now());
  const read = await readHealth(plan, {
    vendor: services.vendor,
    ...callOptions(turn),
    portalOf: (trackingId) => portalLink(policy, trackingId),
  });
  const findings = read.found.length > 0 ? read : { ...read, names: joined(read.names, await alertsKnow(services)) };
  const place = few(
    plan.targets.map(({ title }) => title),
    3,
    words,
  );
  return cardAnswer(renderSummary(findings, plan, question, words), words.plain('health.summary.title', { place }));
};
