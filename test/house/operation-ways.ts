import type { OperationId } from '../../src/api/operations/index.ts';

/** How people reach an operation from the chat. */
export interface Way {
  /** What is typed or pressed, and the file that takes it. */
  readonly command: readonly [said: string, file: string];
  /** Template of the card that shows what it came to. */
  readonly card: string;
  /** A test that plays it over HTTP: its file, and its name. */
  readonly story: readonly [file: string, name: string];
}

const request = ['request role', 'src/features/access/chat/commands.ts'] as const;
const health = ['health', 'src/features/health/chat/commands.ts'] as const;

/** One way for each operation; a new operation has none, and does not pass tsc, until people can get at it. */
export const ways: Readonly<Record<OperationId, Way>> = {
  createEligibilityRequest: {
    command: request,
    card: 'cards/changes/change.json',
    story: [
      'test/stories/main-story.test.ts',
      'Ana asks in General, Bo approves in Approvals, the vendor lists it, and Bo removes it again',
    ],
  },
  getRoleManagementPolicy: {
    command: request,
    card: 'cards/shared/form.json',
    story: [
      'test/stories/forms.test.ts',
      'what the sentence leaves out is asked, under the limits of the role that was chosen',
    ],
  },
  listRoleManagementPolicyAssignments: {
    command: request,
    card: 'cards/shared/form.json',
    story: ['test/stories/forms.test.ts', 'a role that wants a ticket asks for its number'],
  },
  listEligibilitySchedules: {
    command: ['who has access', 'src/features/access/chat/commands.ts'],
    card: 'cards/shared/list.json',
    story: ['test/stories/lists.test.ts', '`who has access` reads every page, and what comes from above too'],
  },
  listEligibilityScheduleInstances: {
    command: ['who has access now', 'src/features/access/chat/commands.ts'],
    card: 'cards/shared/list.json',
    story: ['test/stories/lists.test.ts', '`who has access now` leaves out what begins later'],
  },
  listRoleDefinitions: {
    command: ['roles', 'src/features/access/chat/commands.ts'],
    card: 'cards/shared/list.json',
    story: [
      'test/stories/lists.test.ts',
      '`roles` says what can be asked for, in the vendor’s words where the policy has none, and asks for it',
    ],
  },
  createSubscriptionAlias: {
    command: ['create subscription', 'src/features/subscriptions/chat/commands.ts'],
    card: 'cards/changes/change.json',
    story: [
      'test/stories/subscriptions.test.ts',
      'Ana says what it is and who pays, looks at it once more, two approve, and the card follows the vendor to the end',
    ],
  },
  getSubscriptionAlias: {
    command: ['create subscription', 'src/features/subscriptions/chat/commands.ts'],
    card: 'cards/changes/change.json',
    story: ['test/stories/subscriptions.test.ts', 'the answer is lost: the same bytes again, and one subscription'],
  },
  acceptSubscriptionOwnership: {
    command: ['accept ownership', 'src/features/subscriptions/chat/commands.ts'],
    card: 'cards/changes/change.json',
    story: ['test/stories/subscriptions.test.ts', 'an ownership is accepted through its Location'],
  },
  getAcceptOwnershipStatus: {
    command: ['accept ownership', 'src/features/subscriptions/chat/commands.ts'],
    card: 'cards/changes/change.json',
    story: [
      'test/stories/subscriptions.test.ts',
      'the answer to an acceptance is lost: never sent again, and the status settles it',
    ],
  },
  listSubscriptionHealthEvents: {
    command: health,
    card: 'cards/health/summary.json',
    story: [
      'test/stories/health.test.ts',
      'of a subscription: active first by priority, with level, type, services, regions, since and last update',
    ],
  },
  listResourceHealthEvents: {
    command: health,
    card: 'cards/health/summary.json',
    story: [
      'test/stories/health.test.ts',
      'of a resource: its whole list, billing and retirements too, plain or nested, by name or by id',
    ],
  },
  getHealthEvent: {
    command: ['Details', 'src/features/health/chat/actions.ts'],
    card: 'cards/health/event.json',
    story: ['test/stories/health.test.ts', 'tell everything to whoever pressed, and lead back'],
  },
  fetchHealthEventDetails: {
    command: ['Details of a sensitive event', 'src/features/health/chat/actions.ts'],
    card: 'cards/health/event.json',
    story: ['test/stories/health.test.ts', 'whom the policy forbids between press and sending gets nothing'],
  },
  listInvoiceTransactions: {
    command: ['transactions', 'src/features/billing/chat/commands.ts'],
    card: 'cards/billing/list.json',
    story: ['test/stories/billing.test.ts', 'shows twenty rows and turns its pages in place, for everybody'],
  },
  removeAppUser: {
    command: ['remove app user', 'src/features/apps/chat/commands.ts'],
    card: 'cards/changes/change.json',
    story: [
      'test/stories/app-users.test.ts',
      'Ana asks, looks at it once more, Bo approves, and the user is gone at the vendor',
    ],
  },
  translateText: {
    command: ['translate', 'src/features/translation/chat/commands.ts'],
    card: 'cards/translation/result.json',
    story: [
      'test/stories/translation.test.ts',
      'into three languages in one call, both texts labelled, the machine and the price named',
    ],
  },
  getUserProfile: {
    command: ['who am I in apps', 'src/features/apps/chat/commands.ts'],
    card: 'cards/apps/profile.json',
    story: [
      'test/stories/app-users.test.ts',
      '`who am I in apps` tells whose token it is, what it may do, and what is left of the service',
    ],
  },
  listShareSynchronizations: {
    command: ['syncs', 'src/features/data-share/chat/commands.ts'],
    card: 'cards/data-share/syncs.json',
    story: ['test/stories/data-share.test.ts', 'of a share are listed with state, start and end, length and who'],
  },
  listSourceShareSynchronizationSettings: {
    command: ['sync settings', 'src/features/data-share/chat/commands.ts'],
    card: 'cards/shared/list.json',
    story: [
      'test/stories/data-share.test.ts',
      'settings tell kind, recurrence and the next run, the next one first, paged in place',
    ],
  },
  createOrUpdateContainerGroup: {
    command: ['deploy container', 'src/features/containers/chat/commands.ts'],
    card: 'cards/changes/change.json',
    story: [
      'test/stories/containers.test.ts',
      'Ana deploys one container by the questions: looked at once more, approved, followed to its end',
    ],
  },
  getContainerGroup: {
    command: ['container', 'src/features/containers/chat/commands.ts'],
    card: 'cards/containers/group.json',
    story: [
      'test/stories/containers.test.ts',
      '`container` shows state, events and addresses, refreshed in place, and leads to a change',
    ],
  },
};
