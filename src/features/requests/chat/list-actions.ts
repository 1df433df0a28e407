import { z } from 'zod';
import { type Answer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { answersFor } from '#engine/changes/card/card-buttons.ts';
import type { DecisionResult } from '#engine/changes/decision/outcome.ts';
import { defineAction, onOwnView, type Services } from '#features/feature.ts';
import { beginExport, consentAction } from '#features/list-file.ts';
import { listVerbs } from '../card-buttons.ts';
import { requestExports, requestsQuery } from '../export/requests-export.ts';
import { listQuery } from '../parse-query.ts';
import { decideRequest, refusedAnswer, resubmit, withdrawRequest } from './actions.ts';
import { showMine, showWaiting } from './commands.ts';
import { showFound } from './list-commands.ts';

const page = z.coerce.number().int().min(0).max(10_000);
const ref = z.string().max(20);
/** More than the rows of some pages. */
const MOST_DECIDED = 40;
const decided = z
  .string()
  .max(400)
  .default('')
  .transform((text) => text.split(',').filter(Boolean).slice(0, MOST_DECIDED));

/** A row names the request and the version of the terms that it showed; everything else is read from the row of the store. */
const row = z.looseObject({ ref, terms: z.coerce.number().int(), page, decided });

const decideInList = (verdict: 'approve' | 'deny') =>
  defineAction({
    verb: listVerbs[verdict],
    data: row,
    decides: true,
    may: onOwnView,
    async handle(turn, data, services) {
      const change = await services.changes.findByRef(data.ref);
      if (!change) return textAnswer('changes.refused.unknown');
      const reason = answersFor(listVerbs[verdict], data)[data.ref] ?? '';
      const result = await decideRequest(turn, services, { change, terms: data.terms, verdict, reason, narrowed: {} });
      return listAfter(turn, services, result, { page: data.page, decided: [...data.decided, data.ref] });
    },
  });

/** The list as it is now, with the row that says what became of it; a sentence where nothing did, and it still waits. */
const listAfter = async (
  turn: Turn,
  services: Services,
  result: DecisionResult,
  place: { readonly page: number; readonly decided: readonly string[] },
): Promise<Answer> => {
  const waits = result.change?.state === 'waiting';
  if (result.refused && (waits || !result.change)) return refusedAnswer(turn, services, result);
  return showWaiting(turn, services, { ...place, decided: [...new Set(place.decided)] });
};

export const decideInListPresses = (['approve', 'deny'] as const).map(decideInList);

export const pressWithdrawInList = defineAction({
  verb: listVerbs.withdraw,
  may: onOwnView,
  data: z.object({ ref, page }),
  async handle(turn, data, services) {
    const change = await services.changes.findByRef(data.ref);
    if (!change) return textAnswer('changes.refused.unknown');
    const result = await withdrawRequest(turn, services, change);
    return result.refused ? refusedAnswer(turn, services, result) : showMine(turn, services, data.page);
  },
});

/** Opens the form as it was filled in. */
export const pressRepeat = defineAction({
  verb: listVerbs.again,
  may: onOwnView,
  data: z.object({ ref }),
  async handle(turn, data, services) {
    const change = await services.changes.findByRef(data.ref);
    if (change?.requester.objectId !== turn.who.objectId) return textAnswer('changes.refused.unknown');
    return resubmit(turn, services, change);
  },
});

export const turnWaiting = defineAction({
  verb: listVerbs.waiting,
  automatic: true,
  may: onOwnView,
  data: z.object({ page, decided }),
  handle: (turn, place, services) => showWaiting(turn, services, place),
});

export const turnMine = defineAction({
  verb: listVerbs.mine,
  automatic: true,
  may: onOwnView,
  data: z.object({ page }),
  handle: (turn, data, services) => showMine(turn, services, data.page),
});

/** Where each page began, as the buttons carry it. */
const trail = z
  .string()
  .max(2_000)
  .default('')
  .transform((text) =>
    text.split(',').flatMap((one) => {
      const [, at, ref] = /^(\d{1,15}) (R-[0-9A-Z]{5,6})$/.exec(one) ?? [];
      return at !== undefined && ref !== undefined ? [{ at: Number(at), ref }] : [];
    }),
  );

/** What changed, pressed on an incident's card. */
export const pressChanged = defineAction({
  verb: listVerbs.changed,
  data: listQuery.pick({ place: true, since: true, card: true }),
  handle: (turn, asked, services) => showFound(turn, services, { list: 'changed', ...asked }),
});

export const turnFound = defineAction({
  verb: listVerbs.found,
  automatic: true,
  may: onOwnView,
  data: listQuery.extend({ trail }),
  handle: (turn, { trail: pages, ...query }, services) => showFound(turn, services, query, pages),
});

/** Export, pressed on a list of requests: all that its filters find, whatever page is shown, as far as the presser may see it. */
export const pressExport = defineAction({
  verb: listVerbs.exportList,
  may: onOwnView,
  data: requestsQuery,
  handle: (turn, query, services) => beginExport(requestExports, turn, services, query),
});

export const answerRequestsFile = consentAction(requestExports);
