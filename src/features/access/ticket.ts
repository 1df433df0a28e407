import { z } from 'zod';
import type { Forbidden } from '../../changes/change-kind.ts';
import { oneLine } from '../../lib/text.ts';
import type { Limits } from './limits.ts';

/** What is wrong with a pattern: `#` is a digit, `+` after it allows more digits, everything else stands for itself. */
const problemOf = (pattern: string): string | undefined => {
  if (!/^[A-Za-z0-9._/#+-]{1,60}$/.test(pattern)) {
    return 'is more than letters, digits, # and . _ / - + in one word → write it as INC-#####';
  }
  if (!pattern.includes('#')) return 'has no # for a digit → write it as INC-#####';
  // Otherwise nobody could say which digit belongs to which part.
  if (/(^|[^#])\+|\+[#\d]/.test(pattern)) {
    return 'has a + that does not end a row of # → write it as INC-#+ for one digit or more';
  }
  return undefined;
};

/** One pattern, or a few of which a ticket has one. */
export const ticketSchema = z
  .union([z.string(), z.array(z.string()).min(1).max(5)], {
    error:
      'does not say how a ticket is written → write it as INC-#####, in quotes if it begins with #, or up to five in a list',
  })
  .superRefine((value, issue) => {
    for (const [index, pattern] of [value].flat().entries()) {
      const message = problemOf(pattern);
      const path = typeof value === 'string' ? [] : [index];
      if (message !== undefined) issue.addIssue({ code: 'custom', message, path });
    }
  })
  .transform((value) => [value].flat());

/** A row of # stands before anything that is no digit, so one reading of the text is enough. */
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
