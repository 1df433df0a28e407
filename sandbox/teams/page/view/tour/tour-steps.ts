import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { answerTo, isGranted, isRefused, isRequested, nextRequest, requestHere, sentHere } from './tour-progress.ts';

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

const asker = 'ana';
const approver = 'bo';

const byName = (state: State, name: string) => state.conversations.find((each) => each.name === name)?.id ?? '';
const personal = (state: State) => state.conversations.find(({ kind }) => kind === 'personal')?.id ?? '';
const nameOf = (state: State, key: string) => state.world.people.find((each) => each.key === key)?.name ?? key;

const composer = '.pane-foot .composer';
const drawerButton = '.drawer-button';
const messageAt = (id: string | undefined) => (id ? [`[data-message-id=${JSON.stringify(id)}]`] : []);
const cardAt = (id: string | undefined) => messageAt(id).map((message) => `${message} .card-frame`);
const personAt = (key: string) => [`.people .person:has([value="${key}"])`, drawerButton];
const conversationAt = (name: string) => [`[data-tour="${name}"]`, drawerButton];

const type = (session: Session, text: string, label = 'Type it for me') => ({
  label,
  run: () => session.shell.type(text),
});
/** Becomes somebody, in a conversation. */
const take = (session: Session, person: string, conversation: string) => ({
  label: 'Take me there',
  run: () => {
    session.become(person);
    session.open(conversation);
  },
});

const ask = (state: State, session: Session): TourStep => {
  const title = 'Ask for a role';
  const general = state.world.team.channels[0]?.id ?? '';
  if (isRequested(state))
    return {
      title,
      text: 'This is the card of your request: what you asked for, and who can decide.',
      at: cardAt(requestHere(state)),
      done: true,
      offers: [],
    };
  if (state.me !== asker || state.open !== general)
    return {
      title,
      text: `${nameOf(state, asker)}, a payments engineer, asks in the channel General. Become her and go there.`,
      at: state.me === asker ? conversationAt('General') : personAt(asker),
      done: false,
      offers: [take(session, asker, general)],
    };
  const answer = answerTo(state, general);
  if (answer)
    return {
      title,
      text: `If ${state.world.bot.name} shows what it understood, press Request. If it refuses, type another request.`,
      at: cardAt(answer),
      done: false,
      offers: [type(session, nextRequest(state), 'Type another one')],
    };
  const sent = sentHere(state, general);
  if (sent)
    return { title, text: `${state.world.bot.name} answers below.`, at: messageAt(sent), done: false, offers: [] };
  return {
    title,
    text: `You are ${nameOf(state, asker)}, a payments engineer, in the channel General. Ask ${state.world.bot.name} for a role in one sentence, and send it.`,
    at: [composer],
    done: false,
    offers: [type(session, nextRequest(state))],
  };
};

const approve = (state: State, session: Session): TourStep => {
  const title = 'Approve it as somebody else';
  const approvals = byName(state, 'Approvals');
  const isThere = state.me === approver && state.open === approvals;
  const step = { title, at: cardAt(requestHere(state)), done: false, offers: [] };
  if (isGranted(state))
    return {
      ...step,
      done: true,
      text: 'The vendor has confirmed it. Every copy of the card now shows the new state.',
    };
  if (isRefused(state))
    return { ...step, done: true, text: 'The vendor refused it. The card says why, and Ana can fix her request.' };
  if (!isRequested(state))
    return {
      ...step,
      text: 'There is no request to approve yet. Ask for a role first.',
      at: [],
      offers: [{ label: 'Ask first', run: () => session.shell.goTo(0) }],
    };
  if (isThere)
    return {
      ...step,
      text: 'Press Approve on the card. It says “eligible” only when the vendor has confirmed the grant.',
    };
  return {
    ...step,
    text: `Nobody can decide their own request. Become ${nameOf(state, approver)}, the platform lead, and open Approvals.`,
    at: state.me === approver ? conversationAt('Approvals') : personAt(approver),
    offers: [take(session, approver, approvals)],
  };
};

const see = (state: State, session: Session): TourStep => {
  const title = 'See it everywhere';
  const chat = personal(state);
  const step = { title, done: false, at: [composer], offers: [] };
  if (state.me !== asker || state.open !== chat)
    return {
      ...step,
      text: `${nameOf(state, asker)}’s card in General shows it too, and her own chat with ${state.world.bot.name} has the news. Become her and open that chat.`,
      at: state.me === asker ? conversationAt('personal') : personAt(asker),
      offers:
        state.me === asker
          ? [{ label: 'Open the chat', run: () => session.open(chat) }]
          : [{ label: `Become ${nameOf(state, asker)}`, run: () => session.become(asker) }],
    };
  const answer = answerTo(state, chat, /access/i);
  if (answer)
    return {
      ...step,
      done: true,
      text: 'This is the answer: each role, where, and until when.',
      at: [...cardAt(answer), composer],
    };
  return {
    ...step,
    text: `Here is the news, with a link to the card. Now ask which roles she has: ${state.world.bot.name} reads them from the vendor each time.`,
    offers: [type(session, 'my access')],
  };
};

const look = (state: State, session: Session): TourStep => ({
  title: 'Look behind it, or break it',
  text: 'The Inspector shows all traffic between Teams and the bot as JSON. Faults makes Teams fail; Vendor makes the cloud fail and moves its clock. Help has this tour again.',
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
