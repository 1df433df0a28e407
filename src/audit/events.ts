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
