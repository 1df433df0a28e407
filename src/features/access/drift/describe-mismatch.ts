import type { TextValues } from '#platform/lib/errors.ts';
import { asTextKey, type TextKey } from '#platform/texts/texts.ts';
import type { Mismatch } from './mismatch.ts';

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
