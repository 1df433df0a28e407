import type { Rendered, Renderer } from '#engine/outbox/renderer.ts';
import { joinMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import type { PolicyPerson } from '#policy/policy.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import { choicesCard } from '#teams/cards/notice-card.ts';
import { dateTime, untilMoment } from '#teams/cards/view.ts';
import { findBatch } from '../batch/batch.ts';
import { changesBeside, postedSubject } from '../card/posted-card.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { type DecisionContext, decisionContext } from '../decision/check-decision.ts';
import { findChange, listDecisions } from '../repository.ts';
import { awaitedFrom, DIGEST_SUBJECT } from './digest.ts';
import { dueNotices, type NoticeState, noticeState } from './due-notices.ts';
import { NOTICE_MESSAGE } from './schedule.ts';
import { isAway } from './settings.ts';
import { type Claim, findMessage, toMention } from './store.ts';
import { useOwnChat } from './unreachable-deciders.ts';

/** A message about what is on one card, as long as it waits, to those who still have to decide. It is posted once and stays as it is. */
export const messageRenderer = (core: ChangesCore): Renderer => ({
  kind: NOTICE_MESSAGE,
  once: true,
  async render(id, variant, words) {
    const { db } = core.database;
    const message = await findMessage(db, id);
    const change = message && (await findChange(db, message.change));
    if (!message || !change) return undefined;
    const waiting = await waitingOn(core, await changesBeside(db, change));
    const ids = waiting.map((one) => one.change.id);
    const wanted = variant === 'mention' ? await toMention(db, message.id, ids) : undefined;
    const isAwaited = (objectId: string) => (one: (typeof waiting)[number]) =>
      one.people.some((person) => person.objectId === objectId);
    const people = message.people.filter(
      ({ objectId }) => (wanted?.has(objectId) ?? true) && waiting.some(isAwaited(objectId)),
    );
    const about = waiting.filter((one) => people.some(({ objectId }) => isAwaited(objectId)(one)));
    const [first] = about;
    if (!first) return undefined;
    const named = (names: readonly string[]): string =>
      listed(
        people.map(({ standsFor }, index) => withStandIn(names[index] ?? '', standsFor, words)),
        words,
      );
    const refs = listed(
      about.map((one) => one.change.ref),
      words,
    );
    const sentence = (names: readonly string[]): string =>
      words.plain(`changes.notices.${message.kind}`, { people: named(names), ref: refs, count: about.length });
    const rendered: Rendered = {
      version: 1,
      card: choicesCard.render({
        text: joinMarkdown([words.markdown('changes.notices.stillWaits'), await lineOf(core, about, words)], '\n\n'),
        buttons: [
          about.length === 1
            ? commandButton(words.plain('changes.notices.show', { ref: first.change.ref }), `show ${first.change.ref}`)
            : commandButton(words.plain('changes.notices.open'), 'waiting'),
        ],
      }),
      summary: sentence(people.map(({ name }) => name)),
    };
    if (variant === 'chat') return rendered;
    const absent = (objectIds: readonly string[]): Promise<void> =>
      core.database.transaction((trx) => useOwnChat(core, trx, change.id, { message: id, people: objectIds }));
    return { ...rendered, mention: { people, compose: sentence, absent } };
  },
});

/** The waiting ones of these requests, with the people each waits for. */
const waitingOn = async (core: ChangesCore, changes: readonly Change[]) => {
  const { db } = core.database;
  const now = core.clock.now();
  const found: { readonly change: Change; readonly people: readonly PolicyPerson[] }[] = [];
  for (const change of changes.filter(({ state, deadlineAt }) => state === 'waiting' && deadlineAt > now)) {
    const context = decisionContext(core, change, await listDecisions(db, change.id));
    found.push({ change, people: (await noticeState(db, context, now)).people });
  }
  return found;
};

/** What waits, in a line: one request, or several that were sent at once. */
const lineOf = async (
  core: ChangesCore,
  about: readonly { readonly change: Change }[],
  words: Words,
): Promise<Markdown> => {
  const { db } = core.database;
  const [first] = about.map(({ change }) => change).toSorted((a, b) => a.deadlineAt - b.deadlineAt);
  if (!first) return NO_TEXT;
  const batch = first.batch === undefined || about.length === 1 ? undefined : await findBatch(db, first.batch);
  const { title } = batch
    ? { title: words.markdown(batch.title.text, batch.title.values) }
    : await core.kindOf(first.kind).describe(first, core.context(db, first.id), words);
  const deadline = words.markdown('changes.notices.line', { ref: first.ref, count: about.length });
  return `**${title}** · ${deadline} ${untilMoment(first.deadlineAt, core.clock.now())}` as Markdown;
};

const withStandIn = (name: string, standsFor: readonly string[], words: Words): string =>
  standsFor.length === 0 ? name : words.plain('changes.notices.for', { name, others: listed(standsFor, words) });

/** A line for each request, or for those that were sent at once; a long list ends with the command that shows it all. */
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
    const cards = [...Map.groupBy(waiting, postedSubject).values()];
    for (const some of cards.slice(0, MOST_LINES)) {
      const about = some.map((change) => ({ change }));
      lines.push(`- ${await lineOf(core, about, words)}`);
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

/** For the requester of what is on one card: who was notified, how and when, who will be, and when the next reminder comes. */
export const notifiedLine = async (
  core: ChangesCore,
  contexts: readonly DecisionContext[],
  words: Words,
): Promise<Markdown> => {
  const now = core.clock.now();
  const policy = core.policy.current();
  const waiting = contexts.filter(({ change }) => change.state === 'waiting');
  const states: { readonly context: DecisionContext; readonly state: NoticeState }[] = [];
  for (const context of waiting) states.push({ context, state: await noticeState(core.database.db, context, now) });
  const given = new Map<string, Markdown>();
  const away = new Map<string, Markdown>();
  for (const { context, state } of states) {
    const { card } = context.review.rule ?? {};
    const where = card === undefined ? '' : (policy.conversation(card)?.title ?? '');
    for (const { person, way, reached, at } of state.notices) {
      const who = policy.personByObjectId(person)?.name ?? '';
      const said = reached
        ? (`${words.markdown(`changes.notices.given.${way}`, { who, where })} ${dateTime(at)}` as Markdown)
        : words.markdown('changes.notices.notReached', { who });
      given.set(person, said);
    }
    for (const { objectId, name } of state.people) {
      const own = state.settings.get(objectId);
      if (!own || !isAway(own, now)) continue;
      const until = dateTime(own.awayUntil ?? now);
      away.set(objectId, `${words.markdown('changes.notices.away', { who: name })} ${until}` as Markdown);
    }
  }
  const next = earliest(states.map(({ state }) => dueNotices({ ...state.question, escalateAt: undefined }).next));
  const escalateAt = earliest(
    states.map(({ context, state: { question } }) => {
      const { escalateAt: at = 0 } = question;
      return at > now && at < context.change.deadlineAt ? at : undefined;
    }),
  );
  const lines = [
    given.size > 0 && `${words.markdown('changes.notices.notified')} ${[...given.values()].join(', ')}`,
    ...away.values(),
    next !== undefined && `${words.markdown('changes.notices.next')} ${untilMoment(next, now)}`,
    escalateAt !== undefined && `${words.markdown('changes.notices.escalates')} ${untilMoment(escalateAt, now)}`,
  ];
  return lines.filter(Boolean).join('; ') as Markdown;
};

const earliest = (moments: readonly (number | undefined)[]): number | undefined => {
  const known = moments.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};
