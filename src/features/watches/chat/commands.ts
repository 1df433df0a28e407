import { choice, language, place, recognised, share, text } from '#bot/arguments/types.ts';
import type { Suggest } from '#bot/commands/registry.ts';
import { ownView } from '#bot/turn/own-view.ts';
import { type Answer, cardAnswer, delivered, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Watch } from '#engine/alerts/watch/watch.ts';
import { eventFilters } from '#features/event-filters.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { oneLine } from '#platform/lib/text.ts';
import { watchVerbs } from '../cards/watch-card.ts';
import { viewWatches, watchesCard } from '../cards/watches-card.ts';
import { renderWhy, type WhyPage } from '../cards/why-card.ts';
import { watchSubject } from '../store.ts';
import { toFormAnswers, WATCH_FORM } from '../watch-answers.ts';
import { addWatchCard, type CardTarget, languageOf, requireWatchRight } from '../watch-lifecycle.ts';

export const AREA = 'watches';

export const watchCommand = defineCommand({
  name: 'watch',
  aliases: ['keep an eye on'],
  area: AREA,
  effect: 'asks',
  takes: {
    what: choice('watched').else('health', 'share').first(),
    except: choice('except').after('except'),
    place: place.or(share).after('on'),
    ...eventFilters,
    by: text.after('by').shownAs('NAME'),
    digest: choice('digest').after('digest').shownAs('hour|day'),
    quiet: recognised('hours').after('quiet').shownAs('HH:MM-HH:MM'),
    language: language.ledBy('alerts').after('language'),
  },
  menu: ['team'],
  example: 'watch health on payments level ≥ error digest hour quiet 22:00-07:00 except critical',
  async run(turn, args, services) {
    const policy = services.policy.current();
    requireWatchRight(policy, turn.who.objectId);
    return formAnswer(WATCH_FORM, toFormAnswers(args, { sources: services.alerts.sources, policy }));
  },
});

export const watchesCommand = defineCommand({
  name: 'watches',
  aliases: ['list watches'],
  area: AREA,
  effect: 'shows',
  takes: {},
  menu: ['team'],
  example: 'watches',
  run: (turn, _args, services) => showWatches(turn, services, 0),
});

/** A page of this conversation's watches and mutes. */
export const showWatches = async (turn: Turn, services: Services, page: number): Promise<Answer> => {
  const { alerts, clock } = services;
  const { conversationId } = turn.where;
  const [watches, mutes] = await Promise.all([alerts.watches(conversationId), alerts.mutes(conversationId)]);
  const view = { watches, mutes, sources: alerts.sources, page, now: clock.now() };
  const title = turn.words.plain('watches.list.title');
  const again = { verb: watchVerbs.turn, data: { page } };
  return cardAnswer(watchesCard.render(viewWatches(view, turn.words)), title, again);
};

/** Where a card that answers this turn goes. */
export const cardTargetOf = (turn: Turn, services: Services): CardTarget => {
  const { conversationId } = turn.where;
  const language = languageOf(services.policy.current(), conversationId, turn.words.locale);
  return { conversationId, source: turn.source, pressed: turn.pressed, language };
};

/** The watch's card, in place of the pressed one, or as a new message where none was pressed. */
export const showWatch = async (turn: Turn, services: Services, watch: Watch): Promise<Answer> => {
  const { outbox } = services;
  if (!turn.pressed) {
    await addWatchCard(services, watch, cardTargetOf(turn, services));
    return delivered;
  }
  const subject = watchSubject(watch);
  const drawn = await outbox.render(subject, 'card', turn.words, { objectId: turn.who.objectId });
  if (!drawn) return textAnswer('watches.gone', { ref: watch.ref });
  await outbox.holdPressedCard(subject, turn.pressed, drawn.version, turn.words.locale);
  return ownView(turn, drawn);
};

type LogQuery = Pick<WhyPage, 'event' | 'page' | 'from'>;

export const whyCommand = defineCommand({
  name: 'why',
  aliases: ['why was'],
  area: AREA,
  effect: 'shows',
  takes: { event: recognised('event').first() },
  menu: ['team'],
  example: 'why PS7K-QX0',
  async run(turn, { event }, services) {
    return event === undefined
      ? textAnswer('watches.why.which')
      : showWhy(turn, services, { event: oneLine(event, 100), page: 0, from: undefined });
  },
});

/** What the watches of this conversation did about an incident. `event` is its id at the source; case does not matter. */
export const showWhy = async (turn: Turn, services: Services, query: LogQuery): Promise<Answer> => {
  const { alerts } = services;
  const { conversationId } = turn.where;
  const event = (await alerts.keyOf(query.event)) ?? query.event;
  const entries = await alerts.why(conversationId, event);
  if (!entries) return textAnswer('watches.why.unknown', { event });
  const watches = await alerts.watches(conversationId);
  const card = renderWhy({ ...query, event, entries, watches }, turn.words);
  return cardAnswer(card, turn.words.plain('watches.why.title', { event }));
};

export const suggest: Suggest = ({ where }) => (where.kind === 'personal' ? [] : ['watches']);
