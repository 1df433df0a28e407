import type { z } from 'zod';
import { argumentText, listArguments, listPage } from '#bot/arguments/list-arguments.ts';
import { flag, recognised, share, since } from '#bot/arguments/types.ts';
import { DAY } from '#platform/lib/clock.ts';
import { normalise } from '#platform/lib/text.ts';
import type { Synchronization } from './synchronization.ts';

export const dataShareVerbs = { names: 'shares.names', syncs: 'shares.syncs', settings: 'shares.settings' } as const;

/** The period where the command names none. */
export const DEFAULT_PERIOD = 30 * DAY;

export const syncsArguments = {
  share: share.first().introducedBy('on', 'of', 'for'),
  failed: flag('failed', 'failed', 'failure', 'failures', 'failing'),
  since: since.with({ mayBeEmpty: true }),
  by: recognised('proper').after('by').shownAs('NAME').with({ mayBeEmpty: true }),
};

/** The arguments, the page, and the id of the alert card whose button was pressed. */
export const syncsQuery = listArguments(syncsArguments).extend({ page: listPage.default(0), card: argumentText });
export type SyncsQuery = z.infer<typeof syncsQuery>;

export const isNarrowed = ({ failed, by }: SyncsQuery): boolean => failed !== undefined || by !== undefined;

export const matchesQuery = (
  { failed, by }: Pick<SyncsQuery, 'failed' | 'by'>,
  { state, consumer }: Synchronization,
): boolean => (failed === undefined || state === 'failed') && (by === undefined || matchesConsumer(by, consumer));

/** Whether the text is part of the consumer's name, address or tenant; case does not matter. */
export const matchesConsumer = (words: string, { name, email, tenant }: Synchronization['consumer']): boolean =>
  [name, email, tenant].some((one) => normalise(one).includes(normalise(words)));
