import { z } from 'zod';
import { type CardJson, defineCard } from '../../../cards/define-card.ts';
import { markdown } from '../../../cards/view.ts';
import { escapeMarkdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { TOPIC, type Topic } from '../topics.ts';

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
export const helpCard = (
  topics: readonly Topic[],
  person: string,
  where: 'personal' | 'channel' | 'group',
  words: Words,
): CardJson =>
  overviewCard.render({
    title: words.markdown('help.title', { name: person.split(' ')[0] ?? '' }),
    intro: words.markdown('help.intro'),
    areas: topics.map(({ name, commands }) => ({
      name: words.markdown(`help.area.${name}`),
      names: escapeMarkdown(commands.map((command) => command.name).join(' · ')),
      verb: TOPIC,
      data: { topic: name },
    })),
    foot: words.markdown(where === 'personal' ? 'help.foot.personal' : 'help.foot.channel'),
  });
