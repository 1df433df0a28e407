import { z } from 'zod';
import type { FoundChoice } from '../api.ts';
import type { Lookup } from './lookup.ts';
import type { Person } from './places.ts';
import type { Reach } from './reach.ts';

/** What somebody types into a list whose choices the bot searches (`choices.data` with a `Data.Query`). */
export interface ChoiceSearch {
  /** Empty where the bot finds nothing, does not answer, or answers what Teams does not know. */
  search(person: Person, messageId: string, dataset: string, text: string): Promise<readonly FoundChoice[]>;
}

/** Teams shows as many. */
const MOST = 15;

const answer = z.object({
  statusCode: z.literal(200),
  type: z.literal('application/vnd.microsoft.search.searchResponse'),
  value: z.object({ results: z.array(z.object({ title: z.string(), value: z.string() })) }),
});

export const createChoiceSearch = ({ lookup, reach }: { lookup: Lookup; reach: Reach }): ChoiceSearch => ({
  async search(person, messageId, dataset, text) {
    const about = await lookup.message(person, messageId);
    const value = { queryText: text, queryOptions: { skip: 0, top: MOST }, dataset };
    const given = await reach.invoke(person, about, { name: 'application/search', value });
    const read = given.kind === 'answered' ? answer.safeParse(given.body) : undefined;
    return read?.success ? read.data.value.results.slice(0, MOST) : [];
  },
});
