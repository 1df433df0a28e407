import { useEffect, useState } from 'preact/hooks';
import { hasDraft } from '../../data/browser-memory.ts';
import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { authorsOf, foldedReplies, type Thread as ThreadView } from '../../data/threads.ts';
import { Composer } from '../composer/composer.ts';
import { html } from '../html.ts';
import { ChevronIcon, ReplyIcon } from '../icons.ts';
import { Message } from '../message/message.ts';
import { NewLine, Notices } from './separators.ts';

interface Props {
  thread: ThreadView;
  state: State;
  session: Session;
  patient: boolean;
}

/** How many replies are folded: never a reply that is new or linked to. */
const useFolded = ({ replies }: ThreadView, { highlighted, newFrom }: State): [number, (folded: number) => void] => {
  const hides = (wanted: string | undefined, count: number) =>
    wanted !== undefined && replies.slice(0, count).some(({ id }) => id === wanted);
  const [folded, setFolded] = useState(() => {
    const count = foldedReplies(replies.length);
    return hides(newFrom, count) ? 0 : count;
  });
  const hidesLinked = hides(highlighted, folded);
  useEffect(() => {
    if (hidesLinked) setFolded(0);
  }, [hidesLinked]);
  return [hidesLinked ? 0 : folded, setFolded];
};

/** A first post, its replies, of which a long row is folded, and a box to reply that opens on demand. */
export const Thread = ({ thread, state, session, patient }: Props) => {
  const { root, replies } = thread;
  const draftKey = `${state.me} ${state.open} ${root.id}`;
  const [replying, setReplying] = useState(hasDraft(draftKey));
  const [folded, setFolded] = useFolded(thread, state);
  const foldable = foldedReplies(replies.length);
  const names = `${replies.length} replies from ${authorsOf(replies)}`;
  const onFold = () => setFolded(folded > 0 ? 0 : foldable);
  return html`
    <section class="thread" role="group" aria-label=${`Thread by ${root.from.name}`}>
      <${Message} message=${root} state=${state} session=${session} patient=${patient} />
      <div class="replies">
        ${
          foldable > 0 &&
          html`
            <button class="fold" aria-expanded=${folded === 0} onClick=${onFold}>
              <${ChevronIcon} /> ${folded > 0 ? `Open ${names}` : `Collapse ${names}`}
            </button>
          `
        }
        ${replies
          .slice(folded)
          .flatMap((reply) => [
            reply.id === state.newFrom && html`<${NewLine} key="new" />`,
            html`<${Message} key=${reply.id} message=${reply} state=${state} session=${session} patient=${patient} />`,
          ])}
        <${Notices} state=${state} rootId=${root.id} />
      </div>
      ${
        replying
          ? html`
              <${Composer}
                label="Reply"
                placeholder="Reply"
                state=${state}
                inChannel=${true}
                draftKey=${draftKey}
                focused=${true}
                onSend=${(text: string, mentionsBot: boolean) => session.say(text, mentionsBot, root.id)}
                onCancel=${() => setReplying(false)}
              />
            `
          : html`<button class="reply-button" onClick=${() => setReplying(true)}><${ReplyIcon} /> Reply</button>`
      }
    </section>
  `;
};
