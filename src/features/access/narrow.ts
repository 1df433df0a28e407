import { z } from 'zod';
import type { Narrowing } from '../../changes/change-kind.ts';
import { DAY } from '../../lib/clock.ts';
import { formatDuration, parseDuration } from '../../lib/duration.ts';
import { AppError } from '../../lib/errors.ts';
import { type GrantTerms, type Length, windowOf } from './terms.ts';

const FIELD = 'shorter';

/** Whoever approves may make the time shorter, never longer. */
export const narrowLength: Narrowing<GrantTerms> = {
  fields: ({ length }, words) => [
    {
      id: FIELD,
      label: words.plain('access.shorter.label'),
      kind: 'text',
      required: false,
      schema: z.string(),
      missing: '',
      placeholder: words.plain('access.shorter.example', {
        length: length.kind === 'for' ? formatDuration(length.ms, words.spoken) : formatDuration(DAY, words.spoken),
      }),
    },
  ],
  apply(terms, answers, now) {
    const text = (answers[FIELD] ?? '').trim();
    if (text === '') return terms;
    const ms = parseDuration(text.replace(/^for\s+/i, ''));
    if (ms === undefined) throw refused('access.shorter.unreadable');
    const { start, end } = windowOf(terms, now);
    if (end !== null && start + ms > end) throw refused('access.shorter.longer');
    const length: Length = { kind: 'for', ms };
    return { ...terms, length };
  },
};

const refused = (text: string): AppError => new AppError({ code: 'Change.NotNarrower', text });
