/** All events of the audit. The target of a change's events is the change. */
export type AuditEvent =
  | 'chain keyed'
  // A change, from request to end.
  | 'asked'
  | 'one of several approvals'
  | 'one of several denials'
  | 'accepted'
  | 'approved'
  | 'denied'
  | 'cancelled'
  | 'expired'
  | 'escalated'
  | 'looked at'
  | 'sending'
  | 'told to sign in'
  | 'signed in again'
  | 'not sent'
  | 'not sent again'
  | 'refused for now'
  | 'seen'
  | 'reading decides'
  | 'done'
  | 'failed'
  | 'unconfirmed'
  | 'kept after incident'
  | 'altered in the database'
  | 'approval revoked'
  // A use of break-glass, whose target is its person's account, and its review.
  | 'break-glass used'
  | 'skipped approver told'
  | 'review due'
  | 'review overdue'
  | 'found justified'
  | 'found not justified'
  // Reviews of access; the target is the review.
  | 'access review begun'
  | 'access kept'
  | 'access to be removed'
  | 'access not removed'
  | 'access review ended'
  // What administrators do; the target of a freeze is the freeze.
  | 'frozen'
  | 'unfrozen'
  | 'access revoked'
  // Refusals; repeats are counted.
  | 'refused'
  // The policy.
  | 'policy in force'
  | 'policy refused'
  // Reads of protected data, and exports.
  | 'invoice exported'
  | 'access list exported'
  | 'request list exported'
  | 'hidden text shown'
  // Comparisons of the vendor's eligibilities with Steward's grants.
  | 'difference found'
  | 'difference kept'
  // Where Steward is.
  | 'app removed'
  // Notification settings.
  | 'watch set up'
  | 'watch changed'
  | 'watch ended'
  | 'mute set up'
  | 'mute ended'
  | 'invoice summary set up'
  | 'invoice summary ended'
  | 'glossary changed'
  | 'own notices changed';

/** After these, a change is never decided or sent again: a row in another state was reset by hand. */
export const endsOfChange: readonly AuditEvent[] = [
  ...(['denied', 'cancelled', 'expired', 'done', 'failed'] as const),
  'altered in the database',
];

/** A change waits on after these, and each is a denial that counts. */
export const denialsOfChange: readonly AuditEvent[] = ['one of several denials'];

/** An approval of it counts no more. */
export const REVOKED = 'approval revoked' satisfies AuditEvent;

/** An administrator had all access of a person removed. */
export const ACCESS_REVOKED = 'access revoked' satisfies AuditEvent;

/** After these, a use of break-glass is reviewed, or nothing was granted by it. */
export const endsOfUse: readonly AuditEvent[] = [
  ...(['found justified', 'found not justified'] as const),
  ...endsOfChange.filter((event) => event !== 'done'),
];

/** A person chose how they are notified, and until when they are away. */
export const OWN_NOTICES = 'own notices changed' satisfies AuditEvent;
