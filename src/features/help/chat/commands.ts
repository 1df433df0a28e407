import { recognised } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { SECOND, withTimeout } from '#platform/lib/clock.ts';
import type { ChannelNames } from '#teams/connector/conversations/channels.ts';
import { factsCard, factsOfPerson, factsOfPlace } from '../cards/facts-card.ts';
import { areaCard, commandCard, helpCard } from '../cards/help-card.ts';
import { settingsCard } from '../cards/settings-card.ts';
import { areasOf, findCommand, findTopic, listedCommands, offeredCommands } from '../topics.ts';

const AREA = 'help';
const NAMES_MS = 3 * SECOND;

export const help = defineCommand({
  name: 'help',
  aliases: ['hello', 'hi', '?'],
  area: AREA,
  effect: 'shows',
  takes: { topic: recognised('topic').first() },
  menu: ['team', 'personal', 'groupChat'],
  example: 'help roles',
  says: 'example',
  run: async (turn, { topic }, services) =>
    topic === undefined ? showHelp(turn, services) : showTopic(turn, services, topic),
});

/** Every command by area, from the registry, so that help lists only what exists. */
export const showHelp = (turn: Turn, services: Services): Answer => {
  const title = turn.words.plain('help.title', { name: turn.who.name.split(' ')[0] ?? '' });
  return cardAnswer(
    helpCard(areasOf(offeredCommands(services, turn.who.objectId)), turn.who.name, turn.where.kind, turn.words),
    title,
  );
};

/** One area, or else one command, by any of its names. */
export const showTopic = (turn: Turn, services: Services, topic: string): Answer => {
  const { words } = turn;
  const areas = areasOf(offeredCommands(services, turn.who.objectId));
  const found = findTopic(areas, topic, words);
  if (found) return cardAnswer(areaCard(found, words), words.plain(`help.area.${found.name}`));
  if (findCommand(listedCommands(services, turn.who.objectId), topic)) return showCommand(turn, services, topic);
  const known = areas.map(({ name }) => words.plain(`help.area.${name}`)).join(', ');
  return textAnswer('help.unknown', { topic, known });
};

/** One command; some have the name of their area. */
export const showCommand = (turn: Turn, services: Services, name: string): Answer => {
  const found = findCommand(listedCommands(services, turn.who.objectId), name);
  return found ? cardAnswer(commandCard(found, turn.words), found.name) : showHelp(turn, services);
};

export const settings = defineCommand({
  name: 'settings',
  aliases: ['channel settings'],
  area: AREA,
  effect: 'shows',
  takes: {},
  menu: ['team'],
  example: 'settings',
  async run(turn, _args, services) {
    const rows = await services.settings({ ...turn.where, objectId: turn.who.objectId }, turn.words);
    return cardAnswer(settingsCard(rows, turn.where.kind, turn.words), turn.words.plain('help.settings.title'));
  },
});

export const whoami = defineCommand({
  name: 'whoami',
  aliases: ['who am i'],
  area: AREA,
  effect: 'shows',
  takes: {},
  menu: ['personal'],
  example: 'whoami',
  async run(turn, _args, services) {
    const { who, words, zone } = turn;
    const title = words.plain('help.whoami.title', { name: who.name });
    return cardAnswer(factsCard.render(factsOfPerson(services.policy.current(), who, zone, words)), title);
  },
});

/** The ids are what a policy needs: a card without names is better than none. */
const namesIn = (services: Services, conversationId: string): Promise<ChannelNames | undefined> =>
  withTimeout<ChannelNames | undefined>(
    services.namesOf(conversationId).catch(() => undefined),
    NAMES_MS,
    () => undefined,
  );

export const whereAmI = defineCommand({
  name: 'where am i',
  aliases: ['whereami', 'where is this'],
  area: AREA,
  effect: 'shows',
  takes: {},
  menu: ['groupChat'],
  example: 'where am I',
  async run(turn, _args, services) {
    const { where, words } = turn;
    const names = where.kind === 'channel' ? await namesIn(services, where.conversationId) : undefined;
    const card = factsCard.render(factsOfPlace(services.policy.current(), where, names, words));
    return cardAnswer(card, words.plain(`help.where.${where.kind}`));
  },
});
