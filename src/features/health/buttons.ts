import type { ListButton } from '../../cards/list.ts';
import type { Words } from '../../texts/texts.ts';
import type { HealthItem } from './item.ts';
import { type Question, writeQuestion } from './question.ts';

export const healthVerbs = { page: 'health.page', details: 'health.details' } as const;

/** Each row carries the way back: where they would be longer than this together, there is none. */
const LONGEST_WAYS_BACK = 1_100;

export const pageAction = (from: string) => ({ verb: healthVerbs.page, data: { from } });

/**
 * Names the event and the list that its card leads back to; of a list of one place, that place says which subscription.
 * @param rows how many there are on the card
 */
export const detailsButton = (item: HealthItem, question: Question, rows: number, words: Words): ListButton => {
  const from = writeQuestion(question);
  const { subscription, event } = detailsData(item);
  const back = from.length * rows <= LONGEST_WAYS_BACK;
  return {
    title: words.plain('health.button.details'),
    verb: healthVerbs.details,
    data: {
      event,
      ...(back && question.place !== undefined ? {} : { subscription }),
      ...(back ? { from } : {}),
    },
  };
};

/** What names an event in the data of a button. */
export const detailsData = ({ id, subscriptions }: HealthItem) => ({ subscription: subscriptions[0] ?? '', event: id });
