import { period, place, recognised, share, text } from '#bot/arguments/types.ts';
import { type Answer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Watch } from '#engine/alerts/watch/watch.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { oneLine } from '#platform/lib/text.ts';
import { listed } from '#platform/texts/texts.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { findSource, findWatches, type WatchReference } from '../find-watch.ts';
import { parseUntil } from '../parse-options.ts';
import { pauseWatch, requireWatchRight, stopWatch } from '../watch-lifecycle.ts';
import { AREA, cardTargetOf, showWatch } from './commands.ts';

const naming = { which: recognised('watch').first(), place: place.or(share).after('on') };

/** For a conversation without watches: which conversations of the policy have some, for people go to the wrong channel. */
export const nothingWatched = async ({ where, words }: Turn, { policy, alerts }: Services): Promise<Answer> => {
  const others = policy.current().conversations.filter(({ id }) => id !== baseId(where.conversationId));
  const counts = await Promise.all(others.map(async ({ id }) => (await alerts.watches(id)).length));
  const titles = others.filter((_other, index) => counts[index]).map(({ title }) => title);
  return titles.length === 0
    ? textAnswer('watches.none')
    : textAnswer('watches.elsewhere', { titles: listed(titles, words), count: titles.length });
};

/** Runs `then` on the watch that the text refers to, or asks which one. @throws AppError for a missing right */
const withWatch = async (
  turn: Turn,
  services: Services,
  named: WatchReference,
  then: (watch: Watch) => Promise<Answer>,
): Promise<Answer> => {
  const policy = services.policy.current();
  requireWatchRight(policy, turn.who.objectId);
  const all = await services.alerts.watches(turn.where.conversationId);
  if (all.length === 0) return nothingWatched(turn, services);
  const [watch, ...others] = findWatches(all, named, { sources: services.alerts.sources, policy });
  const refs = (some: readonly Watch[]) => some.map(({ ref, title }) => `${ref} (${title})`).join(', ');
  if (!watch) {
    const name = oneLine(named.place ?? named.which ?? '', 60);
    return textAnswer('watches.unknown', { said: name, refs: refs(all) });
  }
  return others.length > 0 ? textAnswer('watches.which', { refs: refs([watch, ...others]) }) : then(watch);
};

export const unwatchCommand = defineCommand({
  name: 'unwatch',
  aliases: ['stop watching'],
  area: AREA,
  effect: 'acts',
  takes: naming,
  example: 'unwatch W-7KQ2M',
  says: 'nothing',
  run: (turn, named, services) =>
    withWatch(turn, services, named, async (watch) => {
      const { ref, title } = watch;
      const stopped = await stopWatch(services, watch, turn.who.objectId);
      return stopped ? textAnswer('watches.stopped', { ref, title }) : textAnswer('watches.gone', { ref });
    }),
});

export const pauseCommand = defineCommand({
  name: 'pause',
  aliases: ['pause watch'],
  area: AREA,
  effect: 'acts',
  takes: { ...naming, until: period },
  example: 'pause payments for 2 hours',
  says: 'nothing',
  run: (turn, { until, ...named }, services) =>
    withWatch(turn, services, named, async (watch) => {
      const at = until === undefined ? Number.POSITIVE_INFINITY : parseUntil(until, services.clock.now(), turn.zone);
      if (at === undefined) return textAnswer('watches.problem.until', { said: oneLine(until ?? '', 60) });
      // Already paused, and no new end named.
      if (until === undefined && (watch.pausedUntil ?? 0) > services.clock.now())
        return showWatch(turn, services, watch);
      return showPaused(turn, services, watch, at);
    }),
});

export const resumeCommand = defineCommand({
  name: 'resume',
  aliases: ['resume watch'],
  area: AREA,
  effect: 'acts',
  takes: naming,
  example: 'resume W-7KQ2M',
  says: 'nothing',
  run: (turn, named, services) =>
    withWatch(turn, services, named, (watch) => showPaused(turn, services, watch, undefined)),
});

const showPaused = async (turn: Turn, services: Services, watch: Watch, until: number | undefined): Promise<Answer> => {
  const paused = await pauseWatch(services, watch, until, turn.who.objectId);
  return paused ? showWatch(turn, services, paused) : textAnswer('watches.gone', { ref: watch.ref });
};

export const testCommand = defineCommand({
  name: 'test alert',
  aliases: ['send test alert'],
  area: AREA,
  effect: 'acts',
  takes: { what: text.first() },
  example: 'test alert',
  says: 'nothing',
  async run(turn, { what }, services) {
    const { alerts } = services;
    const policy = services.policy.current();
    requireWatchRight(policy, turn.who.objectId);
    const watches = await alerts.watches(turn.where.conversationId);
    const watch =
      what === undefined ? watches[0] : watches.find(({ source }) => findSource(alerts.sources, what)?.name === source);
    const source =
      what === undefined ? (watch?.source ?? alerts.sources[0]?.name) : findSource(alerts.sources, what)?.name;
    if (source === undefined) {
      const known = alerts.sources.map(({ name }) => name).join(', ');
      return textAnswer('watches.problem.source', { said: oneLine(what ?? '', 60), known });
    }
    const language = watch?.language ?? cardTargetOf(turn, services).language;
    const answer = await sendTest(turn, services, source, language);
    return watch ? answer : textAnswer('watches.testingUnwatched');
  },
});

export const sendTest = async (turn: Turn, services: Services, source: string, language: string): Promise<Answer> => {
  await services.alerts.test(turn.where.conversationId, source, language);
  return textAnswer('watches.testing');
};
