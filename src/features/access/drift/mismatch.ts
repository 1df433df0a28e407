import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TextValues } from '#platform/lib/errors.ts';
import { asTextKey, type TextKey } from '#platform/texts/texts.ts';

const mismatchKinds = ['outside', 'gone', 'changed', 'forbidden'] as const;
export type MismatchKind = (typeof mismatchKinds)[number];

/** What of a grant differs from what was approved. */
export const differences = ['start', 'end', 'condition', 'request', 'removed'] as const;
export type Difference = (typeof differences)[number];

const moment = z.number().optional();
const named = z.object({ key: z.string(), title: z.string() });

/** An eligibility as the vendor lists it; moments in milliseconds since 1970, no end: permanent. */
const current = z.object({
  id: z.string(),
  start: moment,
  end: moment,
  held: z.enum(['direct', 'group', 'inherited']),
  through: z.string(),
  condition: z.string().optional(),
});

/** A grant of Steward's: the change that granted it, and the approved window. */
const approved = z.object({ change: z.string(), ref: z.string(), start: z.number(), end: moment });

/** One difference between the vendor's eligibilities, Steward's grants and the policy. It is stored as JSON. */
export const mismatchSchema = z.object({
  kind: z.enum(mismatchKinds),
  /** Equal for the same mismatch with the same details: what changes is another mismatch. */
  mark: z.string(),
  person: z.object({ objectId: z.string(), name: z.string() }),
  role: named.extend({ id: z.string() }),
  place: named.extend({ scope: z.string() }),
  /** Absent where the vendor has nothing. */
  current: current.optional(),
  /** Absent where Steward granted nothing. */
  approved: approved.optional(),
  differences: z.array(z.enum(differences)),
  /** Why the policy would not allow it now: a text and its values. */
  forbidden: z
    .object({ text: z.string(), values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])) })
    .optional(),
});
export type Mismatch = z.infer<typeof mismatchSchema>;

/** The mismatch with its mark: a digest of what it is about and of each detail that may change. */
export const withMark = (mismatch: Omit<Mismatch, 'mark'>): Mismatch => {
  const { kind, current: found, approved: granted, differences: differ, forbidden } = mismatch;
  const details = [found?.id, found?.start, found?.end, found?.condition, granted?.change, differ, forbidden];
  const mark = createHash('sha256')
    .update(JSON.stringify([kind, details]))
    .digest('base64url')
    .slice(0, 22);
  return { ...mismatch, mark };
};

/** How a text and a moment are put into words: plain for a terminal, Markdown for a card. */
export interface Voice {
  text(key: TextKey, values?: TextValues): string;
  /** @param at milliseconds since 1970 */
  moment(at: number): string;
}

/** What can be done about it, for readers outside the chat: a command to send, or a button. */
export const remedyOf = ({ kind, person, role, place, current }: Mismatch, voice: Voice): string => {
  const named = { who: person.name, role: role.key || role.title, place: place.key || place.title };
  if (kind === 'gone') return voice.text('access.drift.remedy.gone', named);
  if (kind === 'forbidden') return voice.text('access.drift.remedy.forbidden');
  // What is through a group or from above is removed where it was made.
  if (current?.held !== 'direct') return voice.text('access.drift.remedy.portal');
  return voice.text(`access.drift.remedy.${kind}`, { ...named, who: person.objectId });
};

/** A mismatch in words. */
interface MismatchText {
  /** “Reader on Payments Production”. */
  readonly what: string;
  readonly finding: string;
  /** What the vendor has and what was approved, as far as there is something of it. */
  readonly details: readonly string[];
}

export const describeMismatch = (mismatch: Mismatch, voice: Voice): MismatchText => {
  const { kind, role, place, current, approved, differences, forbidden } = mismatch;
  const window = (title: 'current' | 'approved', of: Window | undefined): readonly string[] =>
    of === undefined ? [] : [`${voice.text(`access.drift.${title}`)} ${windowOf(of, voice)}`];
  return {
    what: voice.text('access.form.offer', { role: role.title, place: place.title }),
    finding: voice.text(`access.drift.kind.${kind}`),
    details: [
      ...(forbidden ? [voice.text(asTextKey(forbidden.text), forbidden.values)] : []),
      ...window('approved', approved),
      ...window('current', current),
      ...(current && current.held !== 'direct'
        ? [voice.text(`access.memberType.${current.held}`, { through: current.through })]
        : []),
      ...(current?.condition === undefined ? [] : [voice.text('access.condition.limited')]),
      ...differences
        .filter((one) => one === 'request' || one === 'removed')
        .map((one) => voice.text(`access.drift.differs.${one}`)),
      ...(approved ? [voice.text('access.drift.ref', { ref: approved.ref })] : []),
    ],
  };
};

interface Window {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** With its start, because that may be what differs. */
const windowOf = ({ start, end }: Window, voice: Voice): string => {
  const until =
    end === undefined
      ? voice.text('access.window.always')
      : `${voice.text('access.window.until')} ${voice.moment(end)}`;
  return start === undefined ? until : `${voice.text('access.window.from')} ${voice.moment(start)} ${until}`;
};
