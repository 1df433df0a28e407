import { choicesCard } from '../../cards/choices.ts';
import { commandButton } from '../../cards/command-button.ts';
import { dateTime, untilMoment } from '../../cards/view.ts';
import { joinMarkdown, type Markdown, NO_TEXT } from '../../lib/text.ts';
import type { Rendered, Renderer } from '../../outbox/renderer.ts';
import { listed } from '../../texts/name-list.ts';
import type { Words } from '../../texts/texts.ts';
import type { ChangesCore } from '../core.ts';
import { type DecisionContext, decisionContext } from '../decision/check-decision.ts';
import { findChange, listDecisions } from '../repository.ts';
import { noticeState } from './awaited.ts';
import { awaitedFrom, DIGEST_SUBJECT } from './digest.ts';
import { dueNotices } from './due-notices.ts';
import { useOwnChat } from './reach.ts';
import { NOTICE_MESSAGE } from './schedule.ts';
import { isAway } from './settings.ts';
import { type Claim, findMessage, toMention } from './store.ts';

/** A message about a request, as long as it waits, to those who still have to decide. It is posted once and stays as it is. */
export const messageRenderer = (core: ChangesCore): Renderer => ({
  kind: NOTICE_MESSAGE,
  once: true,
  async render(id, face, words) {
    const { db } = core.database;
    const message = await findMessage(db, id);
    const change = message && (await findChange(db, message.change));
    if (!message || change?.state !== 'waiting' || change.deadlineAt <= core.clock.now()) return undefined;
    const context = decisionContext(core, change, await listDecisions(db, change.id));
    const state = await noticeState(db, context, core.clock.now());
    const wanted = face === 'mention' ? await toMention(db, message) : undefined;
    const people = message.people.filter(
      ({ objectId }) => (wanted?.has(objectId) ?? true) && state.people.some((one) => one.objectId === objectId),
    );
    if (people.length === 0) return undefined;
    const named = (names: readonly string[]): string =>
      listed(
        people.map(({ standsFor }, index) => withStandIn(names[index] ?? '', standsFor, words)),
        words,
      );
    const sentence = (names: readonly string[]): string =>
      words.plain(`changes.notices.${message.kind}`, { people: named(names), ref: change.ref });
    const described = await core.kindOf(change.kind).describe(change, core.context(db, change.id), words);
    const deadline = words.markdown('changes.notices.line', { ref: change.ref });
    const text = `**${described.title}** · ${deadline} ${untilMoment(change.deadlineAt, core.clock.now())}` as Markdown;
    const rendered: Rendered = {
      version: 1,
      card: choicesCard.render({
        text: joinMarkdown([words.markdown('changes.notices.stillWaits'), text], '\n\n'),
        buttons: [commandButton(words.plain('changes.notices.show', { ref: change.ref }), `show ${change.ref}`)],
      }),
      summary: sentence(people.map(({ name }) => name)),
    };
    if (face === 'chat') return rendered;
    const absent = (objectIds: readonly string[]): Promise<void> =>
      core.database.transaction((trx) => useOwnChat(core, trx, change.id, { message: id, people: objectIds }));
    return { ...rendered, mention: { people, compose: sentence, absent } };
  },
});

const withStandIn = (name: string, standsFor: readonly string[], words: Words): string =>
  standsFor.length === 0 ? name : words.plain('changes.notices.for', { name, others: listed(standsFor, words) });

/** A line for each request; a long list ends with the command that shows it all. */
const MOST_LINES = 10;

/** The day's message with what waits for a person; nothing where nothing waits any more. */
export const digestRenderer = (core: ChangesCore): Renderer => ({
  kind: DIGEST_SUBJECT,
  once: true,
  async render(id, _face, words) {
    const [person = ''] = id.split('/');
    const { db } = core.database;
    const waiting = await awaitedFrom(core, db, person);
    if (waiting.length === 0) return undefined;
    const lines: string[] = [];
    for (const change of waiting.slice(0, MOST_LINES)) {
      const { title } = await core.kindOf(change.kind).describe(change, core.context(db, change.id), words);
      const who = words.markdown('changes.notices.line', { ref: change.ref });
      lines.push(`- **${title}** · ${who} ${untilMoment(change.deadlineAt, core.clock.now())}`);
    }
    const count = waiting.length;
    return {
      version: 1,
      card: choicesCard.render({
        text: joinMarkdown([words.markdown('changes.notices.digest', { count }), lines.join('\n') as Markdown], '\n\n'),
        buttons: [commandButton(words.plain('changes.notices.open'), 'waiting')],
      }),
      summary: words.plain('changes.notices.digest', { count }),
    };
  },
});

/** Who said that they look at it, and since when. */
export const claimsLine = (claims: readonly Claim[], words: Words): Markdown =>
  claims
    .map(({ person, at }) => `${words.markdown('changes.notices.claimed', { who: person.name })} ${dateTime(at)}`)
    .join('\n\n') as Markdown;

/** For whoever asked: who was notified, how and when, who will be, and when the next reminder comes. */
export const notifiedLine = async (core: ChangesCore, context: DecisionContext, words: Words): Promise<Markdown> => {
  const { change, policy, review } = context;
  if (change.state !== 'waiting') return NO_TEXT;
  const now = core.clock.now();
  const { people, notices, settings, question } = await noticeState(core.database.db, context, now);
  const where = review.rule?.card === undefined ? '' : (policy.conversation(review.rule.card)?.title ?? '');
  const newest = new Map(notices.map((notice) => [notice.person, notice]));
  const given = [...newest.values()].map(({ person, way, reached, at }) => {
    const who = policy.personByObjectId(person)?.name ?? '';
    return reached
      ? (`${words.markdown(`changes.notices.given.${way}`, { who, where })} ${dateTime(at)}` as Markdown)
      : words.markdown('changes.notices.notReached', { who });
  });
  const away = people.flatMap(({ objectId, name }) => {
    const own = settings.get(objectId);
    if (!own || !isAway(own, now)) return [];
    return [`${words.markdown('changes.notices.away', { who: name })} ${dateTime(own.awayUntil ?? now)}` as Markdown];
  });
  const { next } = dueNotices({ ...question, escalateAt: undefined });
  const { escalateAt } = question;
  const lines = [
    given.length > 0 && `${words.markdown('changes.notices.notified')} ${given.join(', ')}`,
    ...away,
    next !== undefined && `${words.markdown('changes.notices.next')} ${untilMoment(next, now)}`,
    escalateAt !== undefined &&
      escalateAt > now &&
      escalateAt < change.deadlineAt &&
      `${words.markdown('changes.notices.escalates')} ${untilMoment(escalateAt, now)}`,
  ];
  return lines.filter(Boolean).join('; ') as Markdown;
};
