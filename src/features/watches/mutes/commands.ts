import { z } from 'zod';
import { nameKinds } from '../../../alerts/name-kinds.ts';
import { type Unheard, unheardOf, valuesOfUnheard } from '../../../alerts/unheard.ts';
import type { Mute } from '../../../alerts/watch.ts';
import { type Answer, type Turn, textAnswer } from '../../../bot/turn.ts';
import { oneLine } from '../../../lib/text.ts';
import { fold } from '../../../policy/wording.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { AREA } from '../commands.ts';
import { requireWatcher } from '../rights.ts';

const written = z.object({ what: z.string().optional() });

/** What a mute is about. */
export type Muted = Pick<Mute, 'what' | 'name'>;

const LONGEST_NAME = 100;

/** “service App Service”: the first word says what kind of thing the others name. */
const readMuted = (text: string): Muted | undefined => {
  const [front = '', said = ''] = /^(?:the\s+)?(\S+)\s+(?=\S)/.exec(text) ?? [];
  const what = nameKinds.find((kind) => kind === said.toLowerCase());
  return what && { what, name: oneLine(text.slice(front.length), LONGEST_NAME) };
};

export const muteCommand = defineCommand({
  name: 'mute',
  aliases: [],
  area: AREA,
  lead: 'what',
  slots: [],
  arguments: written,
  example: 'mute service App Service',
  says: 'nothing',
  async handle(turn, { what = '' }, services) {
    requireWatcher(services.policy.current(), turn.who.objectId);
    const muted = readMuted(what);
    if (!muted) return textAnswer('watches.mute.which');
    const watches = await services.alerts.watches(turn.where.conversationId);
    const watched = services.alerts.sources.filter(({ name }) => watches.some(({ source }) => source === name));
    const sources = watched.filter(({ mutes }) => mutes.includes(muted.what)).map(({ name }) => name);
    if (watched.length === 0) return textAnswer('watches.none');
    return sources.length === 0
      ? textAnswer('watches.mute.nowhere', { what: muted.what })
      : muteHere(turn, services, sources, muted);
  },
});

/** @param sources by name */
export const muteHere = async (
  turn: Turn,
  services: Services,
  sources: readonly string[],
  { what, name }: Muted,
): Promise<Answer> => {
  const conversationId = turn.where.conversationId.split(';', 1)[0] ?? '';
  let news = false;
  for (const source of sources) {
    news = (await services.alerts.mute({ conversationId, source, what, name, by: turn.who.name })) || news;
  }
  if (!news) return textAnswer('watches.mute.already', { what, name });
  const unheard = await unheardHere(services, sources, { what, name });
  if (!unheard) return textAnswer('watches.mute.done', { what, name });
  return textAnswer('watches.mute.unheard', valuesOfUnheard(unheard, turn.words));
};

/** Of a name that none of these sources has told of. */
const unheardHere = async (
  { alerts }: Services,
  sources: readonly string[],
  { what, name }: Muted,
): Promise<Unheard | undefined> => {
  const wanted = { services: [], regions: [], consumers: [], [`${what}s`]: [name] };
  const all: (Unheard | undefined)[] = [];
  for (const source of sources) all.push(unheardOf(wanted, await alerts.names(source))[0]);
  return all.includes(undefined) ? undefined : all[0];
};

export const unmuteCommand = defineCommand({
  name: 'unmute',
  aliases: [],
  area: AREA,
  lead: 'what',
  slots: [],
  arguments: written,
  example: 'unmute service App Service',
  says: 'nothing',
  async handle(turn, { what = '' }, services) {
    requireWatcher(services.policy.current(), turn.who.objectId);
    const { conversationId } = turn.where;
    const mutes = await services.alerts.mutes(conversationId);
    if (mutes.length === 0) return textAnswer('watches.mute.none');
    const muted = readMuted(what);
    const found = mutes.filter(
      (mute) => fold(mute.name) === fold(what) || (mute.what === muted?.what && fold(mute.name) === fold(muted.name)),
    );
    if (found.length === 0) {
      return textAnswer('watches.mute.unknown', { names: mutes.map(({ name }) => name).join(', ') });
    }
    for (const { id } of found) await services.alerts.unmute(conversationId, id);
    return textAnswer('watches.mute.undone', { name: found[0]?.name ?? '' });
  },
});
