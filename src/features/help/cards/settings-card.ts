import type { Setting } from '#features/feature.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { listCard } from '#teams/cards/list.ts';
import type { ConversationKind } from '#teams/connector/conversations/conversation.ts';

/** The settings of this conversation by feature, each with the command that shows and changes them. */
export const settingsCard = (rows: readonly Setting[], where: ConversationKind, words: Words): CardJson =>
  listCard.render({
    title: words.markdown('help.settings.title'),
    intro: words.markdown('help.settings.intro', { where }),
    rows: rows.map(({ title, state, says }) => ({
      title,
      detail: state,
      note: NO_TEXT,
      tone: 'Default',
      buttons: says ? [commandButton(says.title, says.text)] : [],
    })),
    more: words.markdown('help.settings.policy'),
    buttons: [],
  });
