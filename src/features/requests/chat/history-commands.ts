import { z } from 'zod';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Change } from '#engine/changes/change.ts';
import { defineAction, defineCommand, onOwnView, type Services } from '#features/feature.ts';
import { listCard, pageOf } from '#teams/cards/list.ts';
import { listVerbs } from '../card-buttons.ts';
import { HISTORY_ROWS, historyView } from '../cards/history-card.ts';
import { showMine } from './commands.ts';
import { named, withRequest } from './decide-commands.ts';

/** Which page of it, from 0, and whether it stands in the place of the request's card. */
interface HistoryPlace {
  readonly page: number;
  readonly from?: 'card' | undefined;
}

const showHistory = async (
  turn: Turn,
  services: Services,
  change: Change,
  { page, from }: HistoryPlace = { page: 0 },
): Promise<Answer> => {
  const { words, who } = turn;
  const all = await services.changes.history(change, who.objectId);
  const place = from === undefined ? {} : { from };
  const turnTo = (to: number) => ({ verb: listVerbs.history, data: { change: change.id, page: to, ...place } });
  const shown = pageOf(all, page, words, turnTo, HISTORY_ROWS);
  const { title } = await services.changes.describe(change, words);
  return cardAnswer(
    listCard.render(historyView({ ...shown, ...place, change, title }, words)),
    words.plain('requests.history.title', { ref: change.ref }),
    turnTo(shown.page),
  );
};

export const historyCommand = defineCommand({
  name: 'history of',
  aliases: ['history'],
  area: 'requests',
  effect: 'shows',
  takes: { ref: named },
  example: 'history of R-7KQ2M',
  says: 'nothing',
  run: (turn, { ref }, services) =>
    withRequest(turn, services, { ref, fits: async () => true, list: () => showMine(turn, services) }, (change) =>
      showHistory(turn, services, change),
    ),
});

/** A row of a list of requests; a button of a request's card; Previous and Next of the history. */
export const turnHistory = defineAction({
  verb: listVerbs.history,
  automatic: true,
  may: onOwnView,
  data: z.object({
    change: z.string(),
    page: z.coerce.number().int().min(0).max(10_000).default(0),
    from: z.literal('card').optional(),
  }),
  async handle(turn, data, services) {
    const change = await services.changes.find(data.change);
    if (!change || !services.changes.maySee(change, turn.who.objectId)) return textAnswer('changes.refused.unknown');
    return showHistory(turn, services, change, data);
  },
});
