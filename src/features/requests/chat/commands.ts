import { z } from 'zod';
import { type Answer, cardAnswer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { type ListRow, listCard, PAGE_ROWS } from '../../../cards/list.ts';
import { dateTime } from '../../../cards/view.ts';
import type { Change } from '../../../changes/change.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '../../../lib/text.ts';
import { answerWithChange, personOf } from '../../change-answers.ts';
import { defineCommand, type Services } from '../../feature.ts';

const AREA = 'requests';
/** The most requests that are read; the card shows a page of them and counts the others. */
const MOST = 100;

export const myRequests = defineCommand({
  name: 'my requests',
  aliases: ['requests'],
  area: AREA,
  slots: [],
  arguments: z.object({}),
  example: 'my requests',
  async handle(turn, _args, services) {
    const mine = await services.changes.list({ requester: turn.who.objectId }, MOST);
    return list(turn, services, 'mine', mine);
  },
});

export const waiting = defineCommand({
  name: 'waiting',
  aliases: ['waiting on me', 'to approve'],
  area: AREA,
  slots: [],
  arguments: z.object({}),
  example: 'waiting',
  handle: async (turn, _args, services) =>
    list(turn, services, 'waiting', await services.changes.waitingOn(turn.who.objectId)),
});

const list = async (
  turn: Turn,
  services: Services,
  name: 'mine' | 'waiting',
  changes: readonly Change[],
): Promise<Answer> => {
  const { words } = turn;
  const shown = changes.slice(0, PAGE_ROWS);
  const rows = await Promise.all(shown.map((change) => toRow(turn, services, change, name === 'waiting')));
  const card = listCard.render({
    title: words.markdown(`requests.${name}.title`),
    intro: shown.length === 0 ? words.markdown(`requests.${name}.empty`) : NO_TEXT,
    rows,
    more:
      changes.length > shown.length
        ? words.markdown('requests.more', { count: changes.length - shown.length })
        : NO_TEXT,
    buttons: [],
  });
  return cardAnswer(card, words.plain(`requests.${name}.title`));
};

const toRow = async (turn: Turn, services: Services, change: Change, others: boolean): Promise<ListRow> => {
  const { words } = turn;
  const { title, headline } = await services.changes.describe(change, words);
  const state = headline?.text ?? words.markdown(`changes.stateName.${change.state}`);
  const who = others ? `${escapeMarkdown(change.requester.name)} · ` : '';
  return {
    title,
    detail: `${who}${change.ref} · ${state}` as Markdown,
    note: `${words.markdown('requests.asked')} ${dateTime(change.createdAt)}` as Markdown,
    tone: 'Default',
    buttons: [{ title: words.plain('requests.show'), verb: 'change.show', data: { change: change.id } }],
  };
};

export const cancelRequest = defineCommand({
  name: 'cancel request',
  aliases: ['take back'],
  area: AREA,
  lead: 'ref',
  slots: [],
  arguments: z.object({ ref: z.string().optional() }),
  example: 'cancel request R-7KQ2M',
  says: 'nothing',
  async handle(turn, { ref }, services) {
    const open = await services.changes.list({ requester: turn.who.objectId, states: ['waiting'] }, MOST);
    const reference = ref?.toUpperCase().replace(/^(R-)?/, 'R-');
    const [only] = reference === undefined ? open : open.filter((change) => change.ref === reference);
    if (!only)
      return textAnswer(reference === undefined ? 'requests.cancel.none' : 'requests.cancel.unknown', {
        ref: reference ?? '',
      });
    if (reference === undefined && open.length > 1) {
      return textAnswer('requests.cancel.which', { refs: open.map((change) => change.ref).join(', ') });
    }
    const outcome = await services.changes.cancel(only.id, personOf(turn));
    if (outcome.refused) {
      const { text, values } = outcome.refused;
      return textAnswer(text, { ...values, state: words(turn, outcome.change ?? only) });
    }
    return answerWithChange(services, turn, only.id, 'asker');
  },
});

const words = (turn: Turn, change: Change): string => turn.words.plain(`changes.stateName.${change.state}`);
