import { z } from 'zod';
import type { Services } from '#bot/services.ts';
import { ownView, withOwnMoments } from '#bot/turn/own-view.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { CardPlace } from '#engine/outbox/copies.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import { createLru } from '#platform/lib/cache.ts';
import { type Clock, MINUTE } from '#platform/lib/clock.ts';
import { type ButtonPress, SHARED, VIEW, withoutRefused, withViewButton } from '#teams/cards/buttons.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { withRefresh } from '#teams/cards/rendered-card.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { pressRule } from './press-rules.ts';
import type { Registry } from './registry.ts';

/** What each person sees of a card that several people see. */
interface OwnViews {
  /** An answer with only the buttons that its reader may press. */
  present(turn: Turn, answer: Answer): Answer;
  /** The viewer's own view of a card, in its place. A client asks for it by itself too: then it only reads. */
  press(turn: Turn, data: unknown): Promise<Answer>;
  /** The card that stands here for a person without access to Steward: without any button. */
  withoutButtons(turn: Turn, press: ButtonPress): Promise<Answer>;
}

interface OwnViewsDeps {
  readonly registry: Registry;
  readonly services: Services;
  readonly outbox: Pick<Outbox, 'hasCopyIn' | 'holdPressedCard' | 'render'>;
  readonly clock: Clock;
}

const copy = z.object({ of: z.string().max(400), face: z.string().max(40) });
type Copy = z.infer<typeof copy>;

/** A copy of a subject's card, or a list by the press that draws it. */
const viewData = z.union([
  copy,
  z.object({ press: z.string().max(60), with: z.record(z.string(), z.union([z.string(), z.number()])) }),
]);

/** Lists that are drawn for their readers once more, and how long. */
const MOST_LISTS = 200;
const LIST_STORED_MS = 10 * MINUTE;

export const createOwnViews = ({ registry, services, outbox, clock }: OwnViewsDeps): OwnViews => {
  const mayPress = (turn: Turn, objectId: string) => (press: ButtonPress) =>
    pressRule(registry, services, press)?.({ who: { objectId }, where: turn.where }) ?? true;

  const lists = createLru<{ drawn?: { readonly answer: Answer; readonly at: number } }>(MOST_LISTS);
  const slotOf = ({ who, where }: Turn, { verb, data }: ButtonPress) =>
    lists(JSON.stringify([who.objectId, baseId(where.conversationId), verb, data]), () => ({}));

  /** What a client asks for by itself shows the list as it was drawn for this person: nothing is read again for it. */
  const recall = (turn: Turn, view: ButtonPress): Answer | undefined => {
    const { drawn } = slotOf(turn, view);
    return turn.automatic && drawn && clock.now() - drawn.at < LIST_STORED_MS ? drawn.answer : undefined;
  };

  const shownTo = (turn: Turn, answer: Answer): Answer => {
    if (answer.kind !== 'card') return answer;
    if (isOwn(turn)) return { ...answer, card: ownCard(turn, answer) };
    return answer.view ? { ...answer, card: sharedCard(turn, answer.card, answer.view) } : answer;
  };

  /** A list is read at once; a posted card stays in a personal chat for days, and keeps its dates. */
  const ownCard = (turn: Turn, { card, view }: Extract<Answer, { kind: 'card' }>): CardJson => {
    const own = withoutRefused(card, mayPress(turn, turn.who.objectId)).card;
    return view ? withOwnMoments(own, turn) : own;
  };

  const present: OwnViews['present'] = (turn, answer) => {
    if (answer.kind === 'card' && answer.view) slotOf(turn, answer.view).drawn = { answer, at: clock.now() };
    return shownTo(turn, answer);
  };

  /** Its reader is the person who asked for it; others get their own view when they press. */
  const sharedCard = (turn: Turn, card: CardJson, { verb, data: given }: ButtonPress): CardJson => {
    const { card: shared, hidden } = withoutRefused(card, mayPress(turn, SHARED));
    if (hidden.length === 0) return card;
    const data = { press: verb, with: given };
    const withButton = withViewButton(shared, turn.words.plain('cards.view.more'), data);
    return withRefresh(withButton, { verb: VIEW, data }, [turn.who.teamsId]);
  };

  const viewOfCopy = async (turn: Turn, { of, face }: Copy): Promise<Answer> => {
    const { who, words, pressed, automatic } = turn;
    if (!(await outbox.hasCopyIn(of, cardPlaceOf(turn)))) return textAnswer('cards.view.gone');
    const drawn = await outbox.render(of, face, words, { objectId: who.objectId });
    if (!drawn) return textAnswer('cards.view.gone');
    if (!automatic && !drawn.hasOwn) return textAnswer('cards.view.nothing');
    if (!automatic && pressed) await outbox.holdPressedCard(of, pressed, drawn.version, words.locale);
    return ownView(turn, drawn);
  };

  const viewOfList = async (turn: Turn, view: ButtonPress): Promise<Answer> => {
    const action = registry.action(view.verb);
    const read = action?.data.safeParse(view.data);
    if (!action?.automatic || !read?.success) return textAnswer('cards.view.gone');
    if (action.may?.(turn, read.data, services) === false) return textAnswer('cards.view.nothing');
    const recalled = recall(turn, view);
    return recalled ? shownTo(turn, recalled) : present(turn, await action.handle(turn, read.data, services));
  };

  return {
    present,
    async press(turn, data) {
      const read = viewData.safeParse(data);
      if (!read.success) return textAnswer('bot.refused.press');
      // A message would show it to everybody.
      if (!turn.pressed && turn.where.kind !== 'personal') return textAnswer('cards.view.older');
      return 'of' in read.data
        ? viewOfCopy(turn, read.data)
        : viewOfList(turn, { verb: read.data.press, data: read.data.with });
    },
    async withoutButtons(turn, { verb, data }) {
      const subject = subjectIn(registry, { verb, data });
      const stands = subject && (await outbox.hasCopyIn(subject.of, cardPlaceOf(turn)));
      const drawn = stands ? await outbox.render(subject.of, subject.face, turn.words) : undefined;
      if (!drawn) return textAnswer('cards.view.gone');
      return cardAnswer(withoutRefused(drawn.card, () => false).card, drawn.summary);
    },
  };
};

/** The posted card whose view a client asks for. */
const subjectIn = (registry: Registry, { verb, data }: ButtonPress): Copy | undefined => {
  if (verb === VIEW) return copy.safeParse(data).data;
  const action = registry.action(verb);
  const read = action?.automatic ? action.data.safeParse(data) : undefined;
  return read?.success && action?.card ? { of: action.card.subject(read.data), face: 'approvers' } : undefined;
};

/** Whether only this person sees the answer. */
const isOwn = ({ pressed, dialog, where }: Turn): boolean =>
  pressed !== undefined || dialog === true || where.kind === 'personal';

/** Where a card is pressed. */
export const cardPlaceOf = ({ where, who }: Turn): CardPlace => ({
  conversationId: where.conversationId,
  ...(where.kind === 'personal' ? { person: who.objectId } : {}),
});
