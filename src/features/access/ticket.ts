import type { Forbidden } from '#engine/changes/change-kind.ts';
import { oneLine } from '#platform/lib/text.ts';
import type { Limits } from './limits.ts';

/** No digit follows a +, so the text can be read in one way only. */
const regexOf = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('#+', '\\d+').replaceAll('#', '\\d')}$`, 'i');

/**
 * Whether a ticket is written as one of the patterns, in capitals or not. Any is without patterns, and none always is: whether
 * one is required is the vendor's rule.
 */
export const fitsTicket = (patterns: readonly string[], ticket: string): boolean =>
  ticket === '' || patterns.length === 0 || patterns.some((one) => regexOf(one).test(ticket));

/** How one ticket for several roles is written: as that of any role that asks for one. */
export const sharedTickets = (all: readonly Pick<Limits, 'ticket' | 'tickets' | 'vendor'>[]): readonly string[] => {
  const asking = all.filter(({ ticket, vendor }) => ticket || !vendor).map(({ tickets }) => tickets);
  return asking.some((patterns) => patterns.length === 0) ? [] : [...new Set(asking.flat())];
};

/** What a text about the patterns shows of them. */
export const ticketValues = (patterns: readonly string[]) => ({
  count: patterns.length,
  patterns: patterns.join(', '),
  hasMore: patterns.some((one) => one.includes('+')),
});

/** A ticket that the first pattern could mean. */
export const exampleTicket = ([first = '']: readonly string[]): string => {
  const digits = '1042';
  let count = 0;
  return first.replaceAll('+', '').replaceAll('#', () => digits.charAt(count++ % digits.length));
};

/** A ticket as it is stored and sent. */
export const ticketOf = ({ ticket = '' }: { readonly ticket?: string | undefined }): string => oneLine(ticket, 60);

/** What the policy forbids in a ticket. @param patterns those of the role */
export const forbiddenTicket = (patterns: readonly string[], ticket: string): Forbidden | undefined =>
  fitsTicket(patterns, ticket) ? undefined : { text: 'access.failure.ticket', values: ticketValues(patterns) };
