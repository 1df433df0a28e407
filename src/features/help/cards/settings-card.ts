import { commandButton } from '../../../cards/command-button.ts';
import type { CardJson } from '../../../cards/define-card.ts';
import { listCard } from '../../../cards/list.ts';
import type { ConversationKind } from '../../../connector/conversations/conversation.ts';
import { NO_TEXT } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Setting } from '../../feature.ts';

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
