import { commandButton } from '../../../cards/command-button.ts';
import type { CardJson } from '../../../cards/define-card.ts';
import { type ListButton, listCard } from '../../../cards/list.ts';
import { escapeMarkdown, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { helpKey, TOPIC, type Told, type Topic } from '../topics.ts';

/** What can be said in one area: what it does, how it is written in full, a button that says it, and one that tells more. */
export const areaCard = ({ name, commands }: Topic, words: Words): CardJson =>
  listCard.render({
    title: words.markdown(`help.area.${name}`),
    intro: words.markdown('help.areaIntro'),
    rows: commands.map((command) => ({
      title: escapeMarkdown(command.name),
      detail: does(command, words),
      note: escapeMarkdown(command.example),
      tone: 'Default',
      buttons: [
        ...tryButton(command, words),
        { title: words.plain('help.button.more'), verb: TOPIC, data: { command: command.name } },
      ],
    })),
    more: '' as Markdown,
    buttons: [allButton(words)],
  });

export const does = (command: Told, words: Words): Markdown => words.markdown(helpKey(command));

/** No button where the name alone does something at once. */
export const tryButton = ({ name, example, says }: Told, words: Words): ListButton[] =>
  says === 'nothing' ? [] : [commandButton(words.plain('help.button.try'), says === 'example' ? example : name)];

export const allButton = (words: Words): ListButton => ({
  title: words.plain('help.button.all'),
  verb: TOPIC,
  data: {},
});
