import type { Description } from '../change-kind.ts';
import { AFTER_INCIDENT, type CardVariant, ENDS_SOON, isAboutEnd } from './card-buttons.ts';

/** The variants in a personal chat: notifications, whose linked card has the details. */
const NOTIFICATIONS: ReadonlySet<CardVariant> = new Set<CardVariant>(['personal', ENDS_SOON, AFTER_INCIDENT]);

/** What a copy shows of a description: a notification no facts and no reason, one about the end only its own buttons. */
export const variantDescription = (variant: CardVariant, described: Description): Description => {
  if (!NOTIFICATIONS.has(variant)) return described;
  const brief = { ...described, facts: [], reason: '' };
  if (!isAboutEnd(variant)) return brief;
  const { own: _own, details: _details, ...rest } = brief;
  const { [variant]: notice, headline } = described;
  const { next, buttons } = notice ?? { next: described.next, buttons: [] };
  return {
    ...{ ...rest, isOver: false, buttons },
    ...(next === undefined ? {} : { next }),
    ...(variant === ENDS_SOON && notice && headline ? { headline: { ...headline, tone: 'warning' } } : {}),
  };
};
