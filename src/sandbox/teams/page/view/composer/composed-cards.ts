import { Card } from '../../card/card.ts';
import type { Composed } from '../../data/dialog.ts';
import type { Session } from '../../data/session.ts';
import { html } from '../html.ts';
import { CloseIcon } from '../icons.ts';

/** Nothing answers a press here: the card becomes a message first. */
const notYet = async () => ({ kind: 'message', text: 'Send it first: then its buttons work.' }) as const;

/** Cards that a message action left: they go out with the person's next message. */
export const ComposedCards = ({ composed, session }: { composed: Composed; session: Session }) => html`
  <section class="composed" aria-label="Cards of your next message">
    <div class="composed-cards">
      ${composed.cards.map(
        (card, index) => html`<${Card} key=${index} card=${card} onPress=${notYet} onLink=${session.follow} />`,
      )}
    </div>
    <button
      class="icon-button"
      aria-label="Remove the cards"
      title="Remove"
      onClick=${() => session.dialogs.dropComposed()}
    >
      <${CloseIcon} />
    </button>
  </section>
`;
