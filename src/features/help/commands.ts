import { z } from 'zod';
import { type Answer, cardAnswer, type Turn } from '../../bot/turn.ts';
import { defineCard } from '../../cards/define-card.ts';
import { type Fact, fact, markdown } from '../../cards/view.ts';
import { escapeMarkdown } from '../../lib/text.ts';
import { defineCommand, type Services } from '../feature.ts';

const AREA = 'help';

export const helpCard = defineCard(
  'help/help.json',
  z.object({
    title: markdown,
    intro: markdown,
    areas: z.array(z.object({ title: markdown, commands: z.array(z.object({ what: markdown, example: markdown })) })),
    foot: markdown,
  }),
);

export const help = defineCommand({
  name: 'help',
  aliases: ['hello', 'hi', '?'],
  area: AREA,
  slots: [],
  arguments: z.object({}),
  example: 'help',
  handle: async (turn, _args, services) => showHelp(turn, services),
});

/** Everything that can be typed, by area, from the registry: what is not there is not promised. */
const showHelp = (turn: Turn, services: Services): Answer => {
  const { words } = turn;
  const { commands } = services.registry();
  const areas = [...new Set(commands.map(({ area }) => area))];
  const card = helpCard.render({
    title: words.markdown('help.title', { name: turn.who.name.split(' ')[0] ?? '' }),
    intro: words.markdown('help.intro'),
    areas: areas.map((area) => ({
      title: words.markdown(`help.area.${area}`),
      commands: commands
        .filter((command) => command.area === area)
        .map(({ name, example }) => ({
          what: words.markdown(`help.command.${name.replaceAll(' ', '-')}`),
          example: escapeMarkdown(example),
        })),
    })),
    foot: words.markdown(turn.where.kind === 'personal' ? 'help.foot.personal' : 'help.foot.channel'),
  });
  return cardAnswer(card, words.plain('help.title', { name: turn.who.name.split(' ')[0] ?? '' }));
};

export const factsCard = defineCard(
  'help/facts.json',
  z.object({ title: markdown, facts: z.array(fact), foot: markdown }),
);

const factOf = (turn: Turn, name: string, value: string): Fact => ({
  title: turn.words.plain(`help.label.${name}`),
  value: escapeMarkdown(value === '' ? '–' : value),
});

export const whoami = defineCommand({
  name: 'whoami',
  aliases: ['who am i'],
  area: AREA,
  slots: [],
  arguments: z.object({}),
  example: 'whoami',
  async handle(turn, _args, services) {
    const { who, words } = turn;
    const policy = services.policy.current();
    const known = policy.personByObjectId(who.objectId);
    const card = factsCard.render({
      title: words.markdown('help.whoami.title', { name: who.name }),
      facts: [
        factOf(turn, 'objectId', who.objectId),
        factOf(turn, 'tenant', who.tenantId),
        factOf(turn, 'policyName', known?.key ?? ''),
        factOf(turn, 'groups', policy.groupsOf(who.objectId).join(', ')),
        factOf(turn, 'zone', turn.zone),
        factOf(turn, 'language', words.locale),
      ],
      foot: words.markdown(known ? 'help.whoami.known' : 'help.whoami.unknown'),
    });
    return cardAnswer(card, words.plain('help.whoami.title', { name: who.name }));
  },
});

export const whereAmI = defineCommand({
  name: 'where am i',
  aliases: ['whereami', 'where is this'],
  area: AREA,
  slots: [],
  arguments: z.object({}),
  example: 'where am I',
  async handle(turn, _args, services) {
    const { where, words } = turn;
    const known = services.policy.current().conversationById(where.conversationId);
    const [conversation = '', thread = ''] = where.conversationId.split(';messageid=');
    const card = factsCard.render({
      title: words.markdown(`help.where.${where.kind}`),
      facts: [
        ...(where.kind === 'channel'
          ? [factOf(turn, 'team', where.teamName ?? ''), factOf(turn, 'channel', where.channelName ?? '')]
          : []),
        factOf(turn, 'conversation', conversation),
        ...(thread === '' ? [] : [factOf(turn, 'thread', thread)]),
        factOf(turn, 'policyName', known?.key ?? ''),
        factOf(turn, 'language', known?.language ?? words.locale),
      ],
      foot: words.markdown(known ? 'help.where.known' : 'help.where.unknown'),
    });
    return cardAnswer(card, words.plain(`help.where.${where.kind}`));
  },
});
