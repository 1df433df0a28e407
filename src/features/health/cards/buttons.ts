import type { Words } from '#platform/texts/texts.ts';
import type { ListButton } from '#teams/cards/list.ts';
import { detailsData, type HealthItem } from '../item.ts';
import { encodeQuery, type HealthQuery } from '../parse-health-command.ts';

export const healthVerbs = { page: 'health.page', details: 'health.details' } as const;

/** Every row carries the query for Back; without it where they would be longer together. */
const LONGEST_QUERIES = 1_100;

export const pageAction = (from: string) => ({ verb: healthVerbs.page, data: { from } });

/**
 * What opens the details of a row, with the event and the query for Back. In a list of one place the place implies the subscription.
 * @param rows on the card
 */
export const detailsButton = (item: HealthItem, query: HealthQuery, rows: number, words: Words): ListButton => {
  const from = encodeQuery(query);
  const { subscription, ...named } = detailsData(item);
  const back = from.length * rows <= LONGEST_QUERIES;
  return {
    title: words.plain('health.button.details'),
    verb: healthVerbs.details,
    data: {
      ...named,
      ...(back && query.place !== undefined ? {} : { subscription }),
      ...(back ? { from } : {}),
    },
  };
};
