import { period, recognised, region, service, text } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { namesOf } from '#engine/alerts/feed/signal.ts';
import { type UnknownName, unknownNames } from '#engine/alerts/feed/unknown-names.ts';
import type { Mute, Watch } from '#engine/alerts/watch/watch.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { normalise, oneLine } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import { choicesCard } from '#teams/cards/notice-card.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { readMuteTarget } from '../alert-choices.ts';
import { parseUntil, typedUntil } from '../parse-options.ts';
import { recordMute, requireWatchRight } from '../watch-lifecycle.ts';
import { AREA } from './commands.ts';
import { nothingWatched } from './manage-commands.ts';

/** “service App Service”: a service or region by the name that everybody knows; else whatever stands behind the word for it. */
const target = service
  .after('service')
  .or(region.after('region'))
  .or(recognised('proper').ledBy('service').after('service'))
  .or(recognised('proper').ledBy('region').after('region'))
  .or(recognised('proper').ledBy('consumer').after('consumer'))
  .with({ words: [], holdsWords: true })
  .shownAs('service|region|consumer NAME')
  .first();

const LONGEST_NAME = 100;

export const muteCommand = defineCommand({
  name: 'mute',
  aliases: [],
  area: AREA,
  effect: 'acts',
  takes: {
    what: target,
    until: period.with({ openingWords: ['until', 'till'] }),
    // After a name that no incident has used yet: mute it all the same.
    anyway: text.with({ flags: ['anyway'] }),
  },
  example: 'mute service App Service for 2 days',
  says: 'nothing',
  async run(turn, { what = '', until, anyway }, services) {
    requireWatchRight(services.policy.current(), turn.who.objectId);
    const watches = await services.alerts.watches(turn.where.conversationId);
    if (watches.length === 0) return nothingWatched(turn, services);
    const muted = readMuteTarget(oneLine(what, LONGEST_NAME));
    if (!muted) return askWhat(turn, services, watches);
    const end = until === undefined ? undefined : parseUntil(until, services.clock.now(), turn.zone);
    if (until !== undefined && end === undefined)
      return textAnswer('watches.problem.until', { said: oneLine(until, LONGEST_NAME) });
    const watched = services.alerts.sources.filter(({ name }) => watches.some(({ source }) => source === name));
    const sources = watched.filter(({ mutes }) => mutes.includes(muted.what)).map(({ name }) => name);
    if (sources.length === 0) return textAnswer('watches.mute.nowhere', { what: muted.what });
    const unknown = anyway === undefined ? await findUnknownName(services, sources, muted) : undefined;
    return unknown
      ? suggestNames(unknown, typedUntil(oneLine(until ?? '', LONGEST_NAME)), turn.words)
      : muteHere(turn, services, sources, muted, end);
  },
});

/** @param sources by name @param until milliseconds since 1970; undefined: until somebody unmutes it */
export const muteHere = async (
  turn: Turn,
  services: Services,
  sources: readonly string[],
  { what, name }: Pick<Mute, 'what' | 'name'>,
  until?: number,
): Promise<Answer> => {
  const conversationId = baseId(turn.where.conversationId);
  let added = false;
  for (const source of sources) {
    if (!(await services.alerts.mute({ conversationId, source, what, name, until, by: turn.who.name }))) continue;
    await recordMute(services, turn.who.objectId, 'mute set up', { conversationId, source, what, name, until });
    added = true;
  }
  if (!added) return textAnswer('watches.mute.already', { what, name });
  const [key, values] =
    until === undefined
      ? (['watches.mute.done', { what, name }] as const)
      : (['watches.mute.doneUntil', { what, name, until: new Date(until) }] as const);
  // The answer to a press takes the place of the pressed card.
  if (turn.pressed || turn.dialog) return textAnswer(key, values);
  const { words } = turn;
  const buttons = [commandButton(words.plain('watches.button.unmute'), `unmute ${what} ${name}`)];
  return cardAnswer(choicesCard.render({ text: words.markdown(key, values), buttons }), words.plain(key, values));
};

const MOST_OFFERED = 4;

/** Offers what is open here, and a pause. */
const askWhat = async (turn: Turn, { alerts }: Services, watches: readonly Watch[]): Promise<Answer> => {
  const { words } = turn;
  const open = await alerts.openCards(turn.where.conversationId);
  const services = open.flatMap(({ source: name, item }) => {
    const source = alerts.sources.find((one) => one.name === name);
    return source?.mutes.includes('service') ? namesOf(source.signal(item)).service : [];
  });
  const buttons = [
    ...[...new Set(services)]
      .slice(0, MOST_OFFERED)
      .map((name) => commandButton(words.plain('watches.mute.service', { name }), `mute service ${name} for 1 day`)),
    ...watches
      .slice(0, MOST_OFFERED)
      .map(({ ref, title }) => commandButton(words.plain('watches.mute.pause', { title }), `pause ${ref} for 1 hour`)),
  ];
  if (buttons.length === 0) return textAnswer('watches.mute.which');
  const text = words.markdown('watches.mute.which');
  return cardAnswer(choicesCard.render({ text, buttons }), words.plain('watches.mute.which'));
};

/** A misspelled name would mute nothing: offers similar names first. @param end as typed */
const suggestNames = ({ what, name, near }: UnknownName, end: string, words: Words): Answer => {
  const text = words.markdown('watches.mute.unknownName', { what, name, count: near.length });
  const buttons = [
    ...near.map((one) => commandButton(one, `mute ${what} ${one}${end}`)),
    commandButton(words.plain('watches.mute.anyway', { name }), `mute ${what} ${name}${end} anyway`),
  ];
  return cardAnswer(
    choicesCard.render({ text, buttons }),
    words.plain('watches.mute.unknownName', { what, name, count: near.length }),
  );
};

/** The name, if no incident of these sources has used it. */
const findUnknownName = async (
  { alerts }: Services,
  sources: readonly string[],
  { what, name }: Pick<Mute, 'what' | 'name'>,
): Promise<UnknownName | undefined> => {
  const wanted = { services: [], regions: [], consumers: [], [`${what}s`]: [name] };
  const all: (UnknownName | undefined)[] = [];
  for (const source of sources) all.push(unknownNames(wanted, await alerts.names(source))[0]);
  return all.includes(undefined) ? undefined : all[0];
};

/** Deletes a mute and audits it, unless somebody else was faster. */
export const unmuteHere = async (turn: Turn, services: Services, mute: Mute): Promise<void> => {
  const isDeleted = await services.alerts.unmute(turn.where.conversationId, mute.id);
  if (isDeleted) await recordMute(services, turn.who.objectId, 'mute ended', mute);
};

export const unmuteCommand = defineCommand({
  name: 'unmute',
  aliases: [],
  area: AREA,
  effect: 'acts',
  takes: { what: target },
  example: 'unmute service App Service',
  says: 'nothing',
  async run(turn, { what = '' }, services) {
    requireWatchRight(services.policy.current(), turn.who.objectId);
    const { conversationId } = turn.where;
    const mutes = await services.alerts.mutes(conversationId);
    if (mutes.length === 0) return textAnswer('watches.mute.none');
    const muted = readMuteTarget(oneLine(what, LONGEST_NAME));
    const found = mutes.filter(
      (mute) =>
        normalise(mute.name) === normalise(what) ||
        (mute.what === muted?.what && normalise(mute.name) === normalise(muted.name)),
    );
    if (found.length === 0) {
      return textAnswer('watches.mute.unknownMute', { names: mutes.map(({ name }) => name).join(', ') });
    }
    for (const mute of found) await unmuteHere(turn, services, mute);
    return textAnswer('watches.mute.undone', { name: found[0]?.name ?? '' });
  },
});
