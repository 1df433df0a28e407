import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';

/** One stop of the tour. What it says and where it points depends on what the reader has done by now. */
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

/** What everybody's cards say in a conversation, as one text to look into. */
const cardsIn = (state: State, conversation: string): string =>
  JSON.stringify((state.messages[conversation] ?? []).map(({ cards }) => cards));

const hasSaid = ({ messages, me }: State, conversation: string, words: RegExp): boolean =>
  (messages[conversation] ?? []).some(({ from, text }) => from.key === me && words.test(text ?? ''));

const nameOf = (state: State, key: string) => state.world.people.find((each) => each.key === key)?.name ?? key;
const personAt = (key: string) => `.people .person:has([value="${key}"])`;
const type = (session: Session, text: string) => ({ label: 'Type it for me', run: () => session.shell.type(text) });
const drawerButton = '.drawer-button';

const ask = (state: State, session: Session): TourStep => {
  const general = state.world.team.channels[0];
  const ready = general !== undefined && state.me === asker && state.open === general.id;
  const goThere = () => {
    session.become(asker);
    if (general) session.open(general.id);
  };
  return {
    title: 'Ask for a role',
    text: ready
      ? `You are ${nameOf(state, asker)}, a payments engineer, in the channel ${general?.name}. Ask ${state.world.bot.name} for a role, in a sentence, and send it with Enter.`
      : `${nameOf(state, asker)} asks, in the channel ${general?.name}. Become her, and go there.`,
    at: ready ? ['.pane-foot .composer'] : [personAt(asker), drawerButton],
    done: ready && hasSaid(state, general.id, /request role/i),
    offers: ready ? [type(session, request)] : [{ label: 'Take me there', run: goThere }],
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
  return {
    title: 'Approve as somebody else',
    text: isThere
      ? 'Press Approve on the card, and Approve once more below its questions. Nothing says granted before the vendor has confirmed it.'
      : `Nobody decides on what is their own. Become ${who}, the platform lead, and open Approvals.`,
    at: isThere
      ? ['.thread:last-of-type .card .ac-pushButton.style-positive', '.thread:last-of-type .card', '.pane-list']
      : isApprover
        ? ['[data-tour="Approvals"]', drawerButton]
        : [personAt(approver), drawerButton],
    done: isThere && /Eligible until/.test(cardsIn(state, approvals)),
    offers: isThere ? [] : [{ label: 'Take me there', run: goThere }],
  };
};

const see = (state: State, session: Session): TourStep => {
  const chat = personal(state);
  const isAsker = state.me === asker;
  const isThere = isAsker && state.open === chat;
  return {
    title: 'See it come true in your own chat',
    text: isThere
      ? `${state.world.bot.name} has told her, with a link to the card. Now ask what she may use: it is read from the vendor, not remembered.`
      : `Become ${nameOf(state, asker)} again and open her own chat with ${state.world.bot.name}: the news is there.`,
    at: isThere
      ? ['.pane-foot .composer']
      : isAsker
        ? ['[data-tour="personal"]', drawerButton]
        : [personAt(asker), drawerButton],
    done: isThere && hasSaid(state, chat, /my access/i),
    offers: isThere
      ? [type(session, 'my access')]
      : isAsker
        ? [{ label: 'Open the chat', run: () => session.open(chat) }]
        : [{ label: `Become ${nameOf(state, asker)}`, run: () => session.become(asker) }],
  };
};

const look = (state: State, session: Session): TourStep => ({
  title: 'Look behind it, or break it',
  text: 'The Inspector shows every activity and call as JSON. Faults makes Teams fail, Vendor the cloud, and moves its clock. Help has this tour again.',
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
