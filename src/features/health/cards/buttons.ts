import type { Words } from '#platform/texts/texts.ts';
import { buttonData, type ListButton } from '#teams/cards/list.ts';
import { detailsData, type HealthItem } from '../item.ts';
import type { HealthQuery } from '../query.ts';

export const healthVerbs = { page: 'health.page', details: 'health.details' } as const;

/** Every row carries the query for Back; without it where they would be longer together. */
const LONGEST_QUERIES = 800;

export const pageAction = (query: HealthQuery) => ({ verb: healthVerbs.page, data: buttonData(query) });

/**
 * What opens the details of a row, with the event and the query for Back. In a list of one place the place implies the subscription.
 * @param rows on the card
 */
export const detailsButton = (item: HealthItem, query: HealthQuery, rows: number, words: Words): ListButton => {
  const from = buttonData(query);
  const { subscription, ...named } = detailsData(item);
  const back = JSON.stringify(from).length * rows <= LONGEST_QUERIES;
  return {
    title: words.plain('health.button.details'),
    verb: healthVerbs.details,
    data: {
      ...named,
      ...(back && query.place !== undefined ? {} : { subscription }),
      ...(back ? from : {}),
    },
  };
};
