/** Everything that the audit has entries for. What a change's entries are about is the change. */
export type AuditEvent =
  | 'chain keyed'
  // A change, from asking to its end.
  | 'asked'
  | 'one of several approvals'
  | 'approved'
  | 'denied'
  | 'cancelled'
  | 'expired'
  | 'sending'
  | 'not sent'
  | 'not sent again'
  | 'seen'
  | 'reading decides'
  | 'done'
  | 'failed'
  | 'unconfirmed'
  | 'altered in the database'
  // What was not let through; repeats are counted.
  | 'refused'
  // What governs all of it.
  | 'policy in force'
  | 'policy refused'
  // What people saw or took along.
  | 'invoice exported'
  | 'hidden text shown'
  // What decides who hears of what.
  | 'watch set up'
  | 'watch changed'
  | 'watch ended'
  | 'mute set up'
  | 'mute ended'
  | 'glossary changed';

/** After these nothing of a change is decided or sent any more: a row that says otherwise was put back. */
export const endsOfChange: readonly AuditEvent[] = [
  ...(['denied', 'cancelled', 'expired', 'done', 'failed'] as const),
  'altered in the database',
];
