import { z } from 'zod';
import type { MessageAction } from '#bot/commands/registry.ts';
import { type Answer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { answersFor, REASON } from '#engine/changes/card/card-buttons.ts';
import type { Change } from '#engine/changes/change.ts';
import { ALREADY_OPEN } from '#engine/changes/submit.ts';
import { answerWithChange, onChangeCard, personOf } from '#features/change-answers.ts';
import { allowedBy, defineAction, onOwnView, type Services } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { AppError } from '#platform/lib/errors.ts';
import { cut } from '#platform/lib/text.ts';
import { LONGEST_ANSWER } from '#teams/cards/form.ts';
import { accessQuery } from '../export/access-export.ts';
import { recordAnswer } from '../incident/store.ts';
import { mayList } from '../policy.ts';
import { removeTermsOf } from '../removal/removable-access.ts';
import { EXTEND, isGrant, KEEP, mayRequestSomething, NOT_NEEDED, REMOVE } from '../requestable.ts';
import { type GrantTerms, grantTerms } from '../terms.ts';
import { showMine, showRoles } from './commands.ts';
import { extendRole } from './extend-form.ts';
import { removeRole } from './remove-form.ts';
import { askForRole } from './request-form.ts';
import { showEligible } from './who-commands.ts';

const page = z.coerce.number().int().min(0).max(10_000);

/** The grant that a press names, as long as it stands. */
const grantOf = async (services: Services, id: string): Promise<Change<GrantTerms> | undefined> => {
  const change = await services.changes.find(id);
  if (!change || !isGrant(change.kind) || change.state !== 'done') return undefined;
  return { ...change, terms: grantTerms.parse(change.terms) };
};

const isHolder = ({ who }: Turn, { terms }: Change<GrantTerms>): boolean =>
  terms.person.objectId.toLowerCase() === who.objectId.toLowerCase();

const ALREADY_REQUESTED: ReadonlySet<string> = new Set([ALREADY_OPEN, 'Change.Over']);

/** Remove, pressed on a grant's card: the same card then shows the removal. */
export const pressRemove = defineAction({
  verb: REMOVE,
  card: onChangeCard,
  data: z.looseObject({ change: z.string() }),
  async handle(turn, data, services) {
    const change = await grantOf(services, data.change);
    if (!change) return textAnswer('access.problem.gone');
    const reason = (answersFor(REMOVE, data)[REASON] ?? '').trim();
    if (reason === '') return textAnswer('access.removeForm.reasonMissing');
    return removeGranted(turn, services, change, reason);
  },
});

/** Extend, pressed on a grant's card or in the notice before its end, or in a row of “my access”: the form knows the terms. */
export const pressExtend = defineAction({
  verb: EXTEND,
  data: z.looseObject({ change: z.string() }),
  async handle(turn, data, services) {
    const change = await grantOf(services, data.change);
    if (!change) return textAnswer('access.extendForm.gone');
    const { person, role, place, length, requested, reason, ticket } = change.terms;
    const isTheirs = isHolder(turn, change);
    if (!isTheirs && change.requester.objectId !== turn.who.objectId) return textAnswer('access.notice.notYours');
    const before = requested ?? length;
    const duration = before.kind === 'for' ? { duration: formatDuration(before.ms, turn.words.formatLocale) } : {};
    return extendRole(turn, services, {
      role: role.key,
      place: place.key,
      ...duration,
      ...givenAnswers({ reason, ticket, ...(isTheirs ? {} : { person: person.objectId }) }),
    });
  },
});

/** No longer needed, pressed in the notice before a grant's end. */
export const pressNotNeeded = defineAction({
  verb: NOT_NEEDED,
  card: onChangeCard,
  data: z.looseObject({ change: z.string() }),
  async handle(turn, data, services) {
    const change = await grantOf(services, data.change);
    if (!change) return textAnswer('access.problem.gone');
    if (!isHolder(turn, change)) return textAnswer('access.notice.notYours');
    return removeGranted(turn, services, change, turn.words.plain('access.notice.reason'));
  },
});

/** Asks for the removal of what a change granted; its own card shows what becomes of it. */
const removeGranted = async (turn: Turn, services: Services, change: Change, reason: string): Promise<Answer> =>
  (await submitRemoval(turn, services, change, reason))
    ? answerWithChange(services, turn, change.id)
    : textAnswer('access.problem.gone');

/** @returns false if another grant stands in its place */
export const submitRemoval = async (
  turn: Turn,
  services: Services,
  change: Change,
  reason: string,
): Promise<boolean> => {
  const granted = grantTerms.parse(change.terms);
  // A policy that required a ticket for the grant may require one for the removal: the same ticket is used.
  const terms = await removeTermsOf(services, granted, { by: turn.who.name, reason, ticket: granted.ticket });
  if (terms.grant !== change.id) return false;
  try {
    await services.changes.submit({ kind: REMOVE, terms, requester: personOf(turn), source: turn.source });
  } catch (error) {
    // Pressed twice or redelivered under another id: the existing or finished removal is the one requested.
    if (!(error instanceof AppError && ALREADY_REQUESTED.has(error.code))) throw error;
  }
  return true;
};

export const pressAsk = defineAction({
  verb: 'access.ask',
  may: ({ who }, _data, { policy }) => mayRequestSomething(who.objectId, policy.current()),
  data: z.object({ what: z.string().max(200).optional() }),
  handle: async (turn, { what }, services) => askForRole(turn, services, what === undefined ? {} : { what }),
});

/** “Can you let me into payments?” becomes a request: the message is its reason, quoted with its author. */
export const askFromMessage: MessageAction = {
  name: 'requestRole',
  async open(turn, { text, author }, services) {
    if (text === '') return askForRole(turn, services);
    const own = author.objectId === turn.who.objectId;
    const reason = own ? text : turn.words.plain('access.message.quoted', { author: author.name, text });
    return askForRole(turn, services, { reason: cut(reason, LONGEST_ANSWER) });
  },
};

export const pressRemoveOne = defineAction({
  verb: 'access.removeOne',
  // A row names its role, and whose it is where it is another person’s; the list's own button names none.
  data: z.object({
    ...{ role: z.string().max(200).optional(), place: z.string().max(200).optional() },
    person: z.string().max(200).optional(),
  }),
  may: onOwnView,
  handle: (turn, data, services) => removeRole(turn, services, givenAnswers(data)),
});

export const turnMine = defineAction({
  verb: 'access.mine',
  automatic: true,
  // A grant’s card names no page.
  data: z.object({ page: page.default(0) }),
  handle: (turn, data, services) => showMine(turn, services, data.page),
});

export const turnPlace = defineAction({
  verb: 'access.place',
  automatic: true,
  may: allowedBy(mayList),
  // Buttons of older cards have no `when`.
  data: accessQuery.extend({ page }),
  async handle(turn, data, services) {
    const place = services.policy.current().place(data.place ?? '');
    const isEverywhere = data.place === undefined && data.person !== undefined;
    return place || isEverywhere ? showEligible(turn, services, place, data) : textAnswer('access.who.moved');
  },
});

export const turnRoles = defineAction({
  verb: 'access.roles',
  automatic: true,
  data: z.object({ place: z.string().optional(), page }),
  async handle(turn, data, services) {
    if (data.place === undefined) return showRoles(turn, services, undefined, data.page);
    const place = services.policy.current().place(data.place);
    return place ? showRoles(turn, services, place, data.page) : textAnswer('access.who.moved');
  },
});

/** Keep, pressed in the question after an incident: the access stays until its own end. */
export const pressKeep = defineAction({
  verb: KEEP,
  card: onChangeCard,
  data: z.looseObject({ change: z.string() }),
  async handle(turn, data, services) {
    const { audit, changes, clock, database } = services;
    const change = await grantOf(services, data.change);
    if (!change) return textAnswer('access.problem.gone');
    if (!isHolder(turn, change)) return textAnswer('access.notice.notYours');
    await database.transaction(async (trx) => {
      if (!(await recordAnswer(trx, change.id, clock.now()))) return;
      await changes.redraw(trx, change.id);
      await audit.append(trx, {
        ...{ target: change.id, actor: turn.who.objectId, event: 'kept after incident', detail: {} },
      });
    });
    return answerWithChange(services, turn, change.id);
  },
});
