import { useState } from 'preact/hooks';
import { hasDraft } from '../data/drafts.ts';
import type { Session } from '../data/session.ts';
import type { State } from '../data/state.ts';
import type { Thread as ThreadView } from '../data/threads.ts';
import { Asides } from './asides.ts';
import { Composer } from './composer.ts';
import { html } from './html.ts';
import { ReplyIcon } from './icons.ts';
import { Message } from './message.ts';

interface Props {
  thread: ThreadView;
  state: State;
  session: Session;
}

/** A first post, its replies, and a box to reply that opens on demand. */
export const Thread = ({ thread, state, session }: Props) => {
  const { root, replies } = thread;
  const draftKey = `${state.me} ${state.open} ${root.id}`;
  const [replying, setReplying] = useState(hasDraft(draftKey));
  return html`
    <section class="thread" role="group" aria-label=${`Thread by ${root.from.name}`}>
      <${Message} message=${root} state=${state} session=${session} />
      <div class="replies">
        ${replies.map((reply) => html`<${Message} key=${reply.id} message=${reply} state=${state} session=${session} />`)}
        <${Asides} state=${state} rootId=${root.id} />
      </div>
      ${
        replying
          ? html`
              <${Composer}
                label="Reply"
                placeholder="Reply"
                botName=${state.world.bot.name}
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
