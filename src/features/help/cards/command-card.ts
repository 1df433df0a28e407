import type { CardJson } from '../../../cards/define-card.ts';
import { type ListRow, listCard } from '../../../cards/list.ts';
import { escapeMarkdown, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { TOPIC, type Told } from '../topics.ts';
import { allButton, does, tryButton } from './area-card.ts';

/** One command: how it is written in full, what else it is called, and the words that it understands behind its name. */
export const commandCard = (command: Told, words: Words): CardJson => {
  const { name, aliases, area, example } = command;
  const line = (title: Markdown, said: readonly string[], buttons: ListRow['buttons'] = []): ListRow[] =>
    said.length === 0
      ? []
      : [{ title, detail: escapeMarkdown(said.join(' · ')), note: '' as Markdown, tone: 'Default', buttons }];
  return listCard.render({
    title: escapeMarkdown(name),
    intro: does(command, words),
    rows: [
      ...line(words.markdown('help.one.example'), [example], tryButton(command, words)),
      ...line(words.markdown('help.one.words'), wordsOf(command)),
      ...line(words.markdown('help.one.aliases'), aliases),
    ],
    more: '' as Markdown,
    buttons: [{ title: words.plain(`help.area.${area}`), verb: TOPIC, data: { topic: area } }, allButton(words)],
  });
};

/** The words that begin an argument: those of the slots, or those that it reads itself. */
const wordsOf = ({ slots, words = [] }: Told): readonly string[] => [
  ...new Set([...slots.map(({ word }) => word), ...words]),
];
