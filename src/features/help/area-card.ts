import type { CardJson } from '../../cards/define-card.ts';
import { listCard } from '../../cards/list.ts';
import { sayButton } from '../../cards/say-button.ts';
import { escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { TOPIC, type Topic } from './topics.ts';

/** What can be said in one area: what it does, how it is written in full, and a button that says it. */
export const areaCard = ({ name, commands }: Topic, words: Words): CardJson =>
  listCard.render({
    title: words.markdown(`help.area.${name}`),
    intro: words.markdown('help.areaIntro'),
    rows: commands.map((command) => ({
      title: escapeMarkdown(command.name),
      detail: words.markdown(`help.command.${command.name.replaceAll(' ', '-')}`),
      note: escapeMarkdown(command.example),
      tone: 'Default',
      buttons: [sayButton(words.plain('help.button.try'), command.says ?? command.name)],
    })),
    more: '' as Markdown,
    buttons: [{ title: words.plain('help.button.all'), verb: TOPIC, data: {} }],
  });
