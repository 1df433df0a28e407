import { z } from 'zod';
import type { Watch } from '../../../alerts/watch/watch.ts';
import { type Answer, cardAnswer, delivered, formAnswer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { viewOfWatches, watchesCard } from '../cards/watches-card.ts';
import { answersOf, WATCH_FORM } from '../draft.ts';
import { addCard, languageAt, type Spot } from '../keep-watch.ts';
import { requireWatcher } from '../rights.ts';
import { watchSubject } from '../watch-cards.ts';

export const AREA = 'watches';
const word = z.string().optional();

export const watchCommand = defineCommand({
  name: 'watch',
  aliases: ['keep an eye on'],
  area: AREA,
  lead: 'what',
  slots: [
    { word: 'on', argument: 'place' },
    { word: 'level', argument: 'level' },
    { word: 'type', argument: 'type' },
    { word: 'service', argument: 'service', inside: true },
    { word: 'region', argument: 'region' },
    { word: 'tag', argument: 'tag' },
    { word: 'by', argument: 'by' },
    { word: 'digest', argument: 'digest' },
    { word: 'quiet', argument: 'quiet' },
    { word: 'except', argument: 'except' },
    { word: 'language', argument: 'language' },
  ],
  arguments: z.object({
    ...{ what: word, place: word, level: word, type: word, service: word, region: word, tag: word, by: word },
    ...{ digest: word, quiet: word, except: word, language: word },
  }),
  example: 'watch health on payments level ≥ error digest hour quiet 22:00-07:00 except critical',
  async handle(turn, written, services) {
    const policy = services.policy.current();
    requireWatcher(policy, turn.who.objectId);
    return formAnswer(WATCH_FORM, answersOf(written, { sources: services.alerts.sources, policy }));
  },
});

export const watchesCommand = defineCommand({
  name: 'watches',
  aliases: ['list watches'],
  area: AREA,
  slots: [],
  arguments: z.object({}),
  example: 'watches',
  handle: (turn, _args, services) => showWatches(turn, services, 0),
});

/** What this conversation watches and what it has muted. */
export const showWatches = async (turn: Turn, services: Services, page: number): Promise<Answer> => {
  const { alerts, clock } = services;
  const { conversationId } = turn.where;
  const [watches, mutes] = await Promise.all([alerts.watches(conversationId), alerts.mutes(conversationId)]);
  const view = { watches, mutes, sources: alerts.sources, page, now: clock.now() };
  return cardAnswer(watchesCard.render(viewOfWatches(view, turn.words)), turn.words.plain('watches.list.title'));
};

/** Where a card that answers this turn is to stand. */
export const spotOf = (turn: Turn, services: Services): Spot => {
  const { conversationId } = turn.where;
  const language = languageAt(services.policy.current(), conversationId, turn.words.locale);
  return { conversationId, source: turn.source, pressed: turn.pressed, language };
};

/** The card of a watch, in the place of the pressed one; one more of it where none was pressed. */
export const showWatch = async (turn: Turn, services: Services, watch: Watch): Promise<Answer> => {
  const { outbox } = services;
  if (!turn.pressed) {
    await addCard(services, watch, spotOf(turn, services));
    return delivered;
  }
  const subject = watchSubject(watch);
  const drawn = await outbox.render(subject, 'card', turn.words);
  if (!drawn) return textAnswer('watches.gone', { ref: watch.ref });
  await outbox.pressed(subject, turn.pressed, drawn.version, turn.words.locale);
  return cardAnswer(drawn.card, drawn.summary);
};
