import { useMemo, useRef, useState } from 'preact/hooks';
import type { MessageView } from '../../../api.ts';
import { Card } from '../../card/card.ts';
import { refreshOf } from '../../card/card-json.ts';
import { Strip } from '../../card/strip.ts';
import type { PressedAction } from '../../data/card-actions.ts';
import type { Outcome, SignInRequest } from '../../data/invoke-outcome.ts';
import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { clockTime, fullTime } from '../../text/format.ts';
import { typedText } from '../../text/markdown.ts';
import { html } from '../html.ts';
import { SenderAvatar } from '../parts.ts';
import { ConsentCard, copyLink, copyText, FileCard, MessageBody, Quote } from './message-body.ts';
import { MessageEdit } from './message-edit.ts';
import { MessageMenu } from './message-menu.ts';
import { type Deed, menuOf } from './message-menu-entries.ts';

interface Props {
  message: MessageView;
  state: State;
  session: Session;
  /** Whether its cards may be drawn after all the rest of the page. */
  patient?: boolean;
}

type Shared = Pick<State, 'me' | 'world' | 'conversations' | 'olderClient'>;

const Cards = ({ message, shared, session, patient }: Omit<Props, 'state'> & { shared: Shared }) => {
  const { id, cards, consents = [], files = [], editedAt, summary } = message;
  const reader = shared.world.people.find(({ key }) => key === shared.me);
  return html`
    <div class="attachments">
      ${cards.map((card, cardIndex) => {
        const version = !shared.olderClient && refreshOf(card) ? `${shared.me} ${id} ${editedAt}` : undefined;
        return html`
          <${Card}
            key=${cardIndex}
            card=${card as object}
            reader=${reader}
            label=${summary}
            olderClient=${shared.olderClient}
            patient=${patient}
            version=${version}
            onSeen=${() => session.cards.see(message, cardIndex)}
            onPress=${(action: PressedAction) => session.cards.press(message, cardIndex, action)}
            onSignIn=${(action: PressedAction, request: SignInRequest) => session.cards.signIn(message, cardIndex, action, request)}
            onLink=${session.follow}
            onSearch=${(dataset: string, text: string) => session.cards.search(id, dataset, text)}
          />
        `;
      })}
      ${consents.map(
        (consent, index) => html`
          <${ConsentCard}
            key=${`consent ${index}`}
            consent=${consent}
            onAnswer=${(accept: boolean) => session.cards.answerConsent(message, index, accept)}
          />
        `,
      )}
      ${files.map((file, index) => html`<${FileCard} key=${`file ${index}`} file=${file} />`)}
    </div>
  `;
};

const DrawnMessage = ({
  message,
  shared,
  session,
  patient,
  highlighted,
}: Omit<Props, 'state'> & { shared: Shared; highlighted: boolean }) => {
  const { id, from, at, editedAt, deleted, text, alert } = message;
  const { me, world } = shared;
  const article = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState(false);
  const [result, setResult] = useState<{ outcome?: Outcome | undefined; copied?: string }>({});
  const isMine = from.key === me;

  const endEditing = () => {
    setEditing(false);
    article.current?.focus({ preventScroll: true });
  };
  const remove = async () => {
    const why = await session.remove(message);
    if (why !== undefined) setResult({ outcome: { kind: 'message', text: `The message was not deleted: ${why}` } });
    article.current?.focus({ preventScroll: true });
  };
  const refresh = async (cardIndex: number) => {
    const action = refreshOf(message.cards[cardIndex]);
    if (action)
      setResult({ outcome: await session.cards.press(message, cardIndex, { kind: 'Action.Execute', ...action }) });
  };
  const openDialog = (command: string) =>
    session.dialogs.open(message.conversationId, { kind: 'messageAction', command, message: id });
  const choose = async (deed: Deed) => {
    setResult({});
    switch (deed.kind) {
      case 'edit':
        return setEditing(true);
      case 'delete':
        return remove();
      case 'reply':
        return session.quote(message);
      case 'copy-text':
        return setResult({ copied: await copyText(article.current) });
      case 'copy-link':
        return setResult({ copied: await copyLink(message, world.tenantId) });
      case 'refresh':
        return refresh(deed.cardIndex);
      case 'app':
        return openDialog(deed.command);
    }
  };

  const classes = ['message', isMine && 'mine', highlighted && 'highlighted', deleted && 'deleted'];
  const said = editing
    ? html`
        <${MessageEdit}
          text=${typedText(message)}
          onSave=${(typed: string) => session.edit(message, typed)}
          onEnd=${endEditing}
        />
      `
    : text && html`<${MessageBody} message=${message} />`;

  return html`
    <article
      ref=${article}
      class=${classes.filter(Boolean).join(' ')}
      aria-label=${`${from.name}, ${clockTime(at)}`}
      data-message-id=${id}
      tabindex="-1"
    >
      <${SenderAvatar} from=${from} people=${world.people} />
      <div class="message-main">
        <div class="message-head">
          <strong>${from.name}</strong>
          ${from.kind === 'bot' && html`<span class="badge">App</span>`}
          <time datetime=${at} title=${fullTime(at)}>${clockTime(at)}</time>
          ${editedAt && !deleted && html`<span class="quiet" title=${fullTime(editedAt)}>Edited</span>`}
          ${alert && html`<span class="quiet" title="It also stands in the activity feed">Notified you</span>`}
          <span class="quiet" role="status">${result.copied}</span>
        </div>
        ${!deleted && html`<${Quote} message=${message} session=${session} />`}
        ${deleted ? html`<p class="quiet gone"><em>This message has been deleted.</em></p>` : said}
        ${!deleted && html`<${Cards} ...${{ message, shared, session, patient }} />`}
        <${Strip} outcome=${result.outcome} onClose=${() => setResult({})} />
        ${
          !deleted &&
          !editing &&
          html`
            <${MessageMenu}
              id=${id}
              canEdit=${isMine && Boolean(text)}
              groups=${() => menuOf(message, shared)}
              onChoose=${choose}
            />
          `
        }
      </div>
    </article>
  `;
};

/** One message: author, time, text and cards. It is drawn again only when its own state changes. */
export const Message = ({ message, state, session, patient = false }: Props) => {
  const { me, world, conversations, olderClient } = state;
  const highlighted = state.highlighted === message.id;
  // The target of a link must be drawn whole before it can be scrolled into view.
  const isPatient = patient && !highlighted;
  return useMemo(
    () =>
      html`<${DrawnMessage} ...${{ message, shared: { me, world, conversations, olderClient }, session, patient: isPatient, highlighted }} />`,
    [message, me, world, conversations, olderClient, session, isPatient, highlighted],
  );
};
