import { z } from 'zod';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard } from '#teams/cards/define-card.ts';
import { type ListButton, type ListRow, listCard } from '#teams/cards/list.ts';
import { markdown } from '#teams/cards/view.ts';
import type { ConversationKind } from '#teams/connector/conversations/conversation.ts';
import { argumentsOf, type CommandHelp, helpKey, TOPIC, type Topic } from '../topics.ts';

export const overviewCard = defineCard(
  'help/help.json',
  z.object({
    title: markdown,
    intro: markdown,
    areas: z.array(
      z.object({ name: markdown, names: markdown, verb: z.string(), data: z.record(z.string(), z.string()) }),
    ),
    foot: markdown,
  }),
);

/** Every area with the names of its commands; a press opens it in place. */
export const helpCard = (topics: readonly Topic[], person: string, where: ConversationKind, words: Words): CardJson =>
  overviewCard.render({
    title: words.markdown('help.title', { name: person.split(' ')[0] ?? '' }),
    intro: words.markdown('help.intro'),
    areas: topics.map(({ name, commands }) => ({
      name: words.markdown(`help.area.${name}`),
      names: escapeMarkdown(commands.map((command) => command.name).join(' · ')),
      verb: TOPIC,
      data: { topic: name },
    })),
    foot: words.markdown(`help.foot.${where}`),
  });

/** The commands of one area: what each does, a full example, a button that runs it, and one for its details. */
export const areaCard = ({ name, commands }: Topic, words: Words): CardJson =>
  listCard.render({
    title: words.markdown(`help.area.${name}`),
    intro: words.markdown('help.areaIntro'),
    rows: commands.map((command) => ({
      title: escapeMarkdown(command.name),
      detail: commandSummary(command, words),
      note: escapeMarkdown(command.example),
      tone: 'Default',
      buttons: [
        ...tryButton(command, words),
        { title: words.plain('help.button.more'), verb: TOPIC, data: { command: command.name } },
      ],
    })),
    more: NO_TEXT,
    buttons: [allButton(words)],
  });

const commandSummary = (command: CommandHelp, words: Words): Markdown => words.markdown(helpKey(command));

/** No button where the command's name alone acts at once. */
const tryButton = ({ name, example, says }: CommandHelp, words: Words): ListButton[] =>
  says === 'nothing' ? [] : [commandButton(words.plain('help.button.try'), says === 'example' ? example : name)];

const allButton = (words: Words): ListButton => ({
  title: words.plain('help.button.all'),
  verb: TOPIC,
  data: {},
});

/** One command: a full example, its aliases, and its arguments. */
export const commandCard = (command: CommandHelp, words: Words): CardJson => {
  const { name, aliases, area, example } = command;
  const line = (title: Markdown, texts: readonly string[], buttons: ListRow['buttons'] = []): ListRow[] =>
    texts.length === 0
      ? []
      : [{ title, detail: escapeMarkdown(texts.join(' · ')), note: NO_TEXT, tone: 'Default', buttons }];
  return listCard.render({
    title: escapeMarkdown(name),
    intro: commandSummary(command, words),
    rows: [
      ...line(words.markdown('help.one.example'), [example], tryButton(command, words)),
      ...line(words.markdown('help.one.words'), argumentsOf(command)),
      ...line(words.markdown('help.one.aliases'), aliases),
    ],
    more: NO_TEXT,
    buttons: [{ title: words.plain(`help.area.${area}`), verb: TOPIC, data: { topic: area } }, allButton(words)],
  });
};
