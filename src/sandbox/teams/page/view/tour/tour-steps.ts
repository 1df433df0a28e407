import type { MessageView } from '../../../api.ts';
import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';

/** One step of the tour. Its text and its target depend on what the reader has done so far. */
export interface TourStep {
  readonly title: string;
  readonly text: string;
  /** CSS selectors of what it points at: the first one that is to be seen. */
  readonly at: readonly string[];
  /** Whether the reader has done it. */
  readonly done: boolean;
  /** What the tour can do for the reader; the rest is theirs. */
  readonly offers: readonly { readonly label: string; run(): void }[];
}

const request = 'request role contributor on payments for 5 days because I look into the failed payouts';

const asker = 'ana';
const approver = 'bo';

const byName = (state: State, name: string) => state.conversations.find((each) => each.name === name)?.id ?? '';
const personal = (state: State) => state.conversations.find(({ kind }) => kind === 'personal')?.id ?? '';

/** Whether a card of the conversation has shown these words since the tour began. */
const hasCome = ({ messages, shell }: State, conversation: string, words: RegExp): boolean =>
  (messages[conversation] ?? []).some(
    ({ at, editedAt = at, cards }) => editedAt >= shell.tourSince && words.test(JSON.stringify(cards)),
  );

/** Whether the reader has sent these words since the tour began, and the bot has answered. */
const isAnswered = ({ messages, me, shell }: State, conversation: string, words: RegExp): boolean => {
  const here = messages[conversation] ?? [];
  const said = here.findLast(
    ({ from, text, at }) => from.key === me && at >= shell.tourSince && words.test(text ?? ''),
  );
  return here.some(({ from, at, rootId }) => said && from.kind === 'bot' && at >= said.at && isBelow(said, rootId));
};

/** In a channel the answer is in the same thread. */
const isBelow = ({ id, rootId }: MessageView, answerRoot: string | undefined): boolean =>
  answerRoot === undefined || answerRoot === (rootId ?? id);

const nameOf = (state: State, key: string) => state.world.people.find((each) => each.key === key)?.name ?? key;
const personAt = (key: string) => `.people .person:has([value="${key}"])`;
const type = (session: Session, text: string) => ({ label: 'Type it for me', run: () => session.shell.type(text) });
const drawerButton = '.drawer-button';

const ask = (state: State, session: Session): TourStep => {
  const general = state.world.team.channels[0];
  const ready = general !== undefined && state.me === asker && state.open === general.id;
  const done = ready && isAnswered(state, general.id, /request role/i);
  const goThere = () => {
    session.become(asker);
    if (general) session.open(general.id);
  };
  return {
    title: 'Ask for a role',
    text: done
      ? 'The answer is the card of the request: what was asked, until when, and who may decide it.'
      : ready
        ? `You are ${nameOf(state, asker)}, a payments engineer, in the channel ${general?.name}. Ask ${state.world.bot.name} for a role, in a sentence, and send it with Enter.`
        : `${nameOf(state, asker)} asks, in the channel ${general?.name}. Become her, and go there.`,
    at: done
      ? ['.thread:last-of-type .card-frame']
      : ready
        ? ['.pane-foot .composer']
        : [personAt(asker), drawerButton],
    done,
    offers: done ? [] : ready ? [type(session, request)] : [{ label: 'Take me there', run: goThere }],
  };
};

const approve = (state: State, session: Session): TourStep => {
  const approvals = byName(state, 'Approvals');
  const isApprover = state.me === approver;
  const isThere = isApprover && state.open === approvals;
  const goThere = () => {
    session.become(approver);
    session.open(approvals);
  };
  const who = nameOf(state, approver);
  const granted = isThere && hasCome(state, approvals, /Eligible until/);
  const refused = isThere && hasCome(state, approvals, /Not granted/);
  const done = granted || refused;
  return {
    title: 'Approve as somebody else',
    text: granted
      ? 'The vendor has confirmed it, and every copy of the card shows it, in each conversation.'
      : refused
        ? 'You have decided, but the vendor refused it, and the card says why: she may have the role from before.'
        : isThere
          ? 'Press Approve on the card, and Approve once more below its questions. Nothing says granted before the vendor has confirmed it.'
          : `Nobody can decide their own request. Become ${who}, the platform lead, and open Approvals.`,
    at: isThere
      ? ['.thread:last-of-type .card-frame', '.pane-list']
      : isApprover
        ? ['[data-tour="Approvals"]', drawerButton]
        : [personAt(approver), drawerButton],
    done,
    offers: isThere ? [] : [{ label: 'Take me there', run: goThere }],
  };
};

const see = (state: State, session: Session): TourStep => {
  const chat = personal(state);
  const isAsker = state.me === asker;
  const isThere = isAsker && state.open === chat;
  const done = isThere && isAnswered(state, chat, /my access/i);
  return {
    title: 'See it come true in your own chat',
    text: done
      ? 'This is the answer: each role, where, and until when.'
      : isThere
        ? `${state.world.bot.name} has sent her the news, with a link to the card. Now ask what she may use: Steward reads it from the vendor each time.`
        : `Become ${nameOf(state, asker)} again and open her own chat with ${state.world.bot.name}: the news is there.`,
    at: done
      ? ['.bubbles .message:not(.mine) .card-frame', '.pane-foot .composer']
      : isThere
        ? ['.pane-foot .composer']
        : isAsker
          ? ['[data-tour="personal"]', drawerButton]
          : [personAt(asker), drawerButton],
    done,
    offers: done
      ? []
      : isThere
        ? [type(session, 'my access')]
        : isAsker
          ? [{ label: 'Open the chat', run: () => session.open(chat) }]
          : [{ label: `Become ${nameOf(state, asker)}`, run: () => session.become(asker) }],
  };
};

const look = (state: State, session: Session): TourStep => ({
  title: 'Look behind it, or break it',
  text: 'The Inspector shows as JSON all that Teams and the bot say to each other. Faults lets Teams fail; Vendor lets the cloud fail, and moves its clock. Help has this tour again.',
  at: ['.app-bar'],
  done: state.shell.panel !== undefined,
  offers: [
    { label: 'Open the inspector', run: () => session.shell.togglePanel('inspector') },
    { label: 'Open the faults', run: () => session.shell.togglePanel('faults') },
  ],
});

const steps = [ask, approve, see, look];

export const stepCount = steps.length;

export const tourStep = (index: number, state: State, session: Session): TourStep | undefined =>
  steps[index]?.(state, session);
