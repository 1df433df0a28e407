import { z } from 'zod';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { FirstCommand, Services } from '#features/feature.ts';
import { DAY, iso } from '#platform/lib/clock.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { button, markdown } from '#teams/cards/view.ts';
import { arrivalIn, type ConversationKind, type Installation } from '#teams/connector/conversations/conversation.ts';

const WELCOME = 'welcome';

const welcomeSchema = z.object({
  title: markdown,
  intro: markdown,
  points: z.array(z.object({ text: markdown })),
  buttons: z.array(z.intersection(button, z.object({ tone: z.enum(['positive', 'default']) }))),
  foot: markdown,
});

export const welcomeCard = defineCard('help/welcome.json', welcomeSchema);

type ButtonName = TextName<'help.welcome.button'>;

/** What is offered to everybody in a conversation of several people. */
const shared: Readonly<Record<Exclude<ConversationKind, 'personal'>, readonly ButtonName[]>> = {
  channel: ['request-role', 'health', 'help'],
  group: ['request-role', 'translate', 'help'],
};

/** In a personal chat: what fewer people may do comes first. */
const personal: readonly ButtonName[] = ['transactions', 'waiting', 'request-role', 'my-access', 'help'];

const MOST_BUTTONS = 3;

const asCommand = (button: ButtonName): FirstCommand => ({ button, name: button.replaceAll('-', ' ') });

/** @param own the commands that concern the owner of a personal chat */
const commandsFor = (kind: Installation['kind'], own: readonly FirstCommand[]): readonly FirstCommand[] => {
  if (kind !== 'personal') return shared[kind].map(asCommand);
  const offered = personal.flatMap((button) => own.filter((command) => command.button === button));
  return [...offered.slice(0, MOST_BUTTONS - 1), asCommand('help')];
};

/** A person who may request no role is not told that they can; of the people in a shared conversation some may. */
const pointsFor = (kind: Installation['kind'], own: readonly FirstCommand[]): readonly TextName<'help.welcome'>[] => {
  const requests = kind !== 'personal' || own.some(({ button }) => button === 'request-role');
  return [...(requests ? (['roles'] as const) : []), 'alerts', 'money', 'words'];
};

/** The first button is the primary one. @param wholeTeam it is the team's, not only that of one channel */
export const welcomeView = (
  { kind, wholeTeam }: Pick<Installation, 'kind' | 'wholeTeam'>,
  own: readonly FirstCommand[],
  words: Words,
): z.input<typeof welcomeSchema> => ({
  title: words.markdown('help.welcome.title'),
  intro: words.markdown('help.welcome.intro', { kind: wholeTeam ? 'team' : kind }),
  points: pointsFor(kind, own).map((point) => ({
    text: words.markdown(`help.welcome.${point}`),
  })),
  buttons: commandsFor(kind, own).map(({ button: title, name }, index) => ({
    ...commandButton(words.plain(`help.welcome.button.${title}`), name),
    tone: index === 0 ? 'positive' : 'default',
  })),
  foot: words.markdown(`help.foot.${kind}`),
});

export const welcomeRenderer = (services: Services): Renderer => ({
  kind: WELCOME,
  async render(id, variant, words) {
    const kind = variant as Installation['kind'];
    const { objectIds, wholeTeam } = await arrivalIn(services.database.db, id.split(' ')[0] ?? '');
    const own = objectIds.flatMap((objectId) => services.firstCommands(objectId));
    const card = welcomeCard.render(welcomeView({ kind, wholeTeam }, own, words));
    return { version: 1, card, summary: words.plain('help.welcome.title') };
  },
});

/**
 * One welcome for each installation in a conversation, however often Teams reports it. Where several people read it, none on
 * the day after the one before either: who removes and adds the app again knows it.
 */
export const welcome = async (services: Services, { conversationId, kind, knownAt }: Installation): Promise<void> => {
  const language = services.policy.current().conversationById(conversationId)?.language ?? 'en';
  const subject = (when: string): string => `${WELCOME}:${conversationId} ${when}`;
  const to = { conversation: conversationId };
  const deliver = (when: string): Promise<void> =>
    services.outbox.deliver(services.database.db, { subject: subject(when), variant: kind, to, language, version: 1 });
  if (kind === 'personal') return deliver(knownAt);
  const dayBefore = iso(Date.parse(knownAt) - DAY);
  if (await services.outbox.hasCopyIn(subject(dayOf(dayBefore)), { conversationId })) return;
  await deliver(dayOf(knownAt));
};

/** The day of a moment in UTC, as 2026-11-22. */
const dayOf = (moment: string): string => moment.slice(0, 10);
