import { type Breakage, refusing } from './doctor-breakage.ts';
import { rosters } from './doctor-checks.ts';
import { NOT_SET } from './doctor-world.ts';

/** What the services refuse, or what they are not set up for. */
export const refusals: Readonly<Record<string, Breakage>> = {
  'an action is missing': {
    instead: refusing(
      '/vaults/kv-ledger/providers/Microsoft.Authorization/roleEligibilitySchedules',
      403,
      'AuthorizationFailed',
      "The client 'canary' with object id 'x' does not have authorization to perform action 'Microsoft.Authorization/roleAssignments/read' over scope '/subscriptions/x' or the scope is invalid.",
    ),
    fails: [
      'Roles at Ledger Vault: Steward’s identity lacks the action Microsoft.Authorization/roleAssignments/read at /subscriptions/x → give it a role with that action there; it counts after some minutes.',
    ],
  },
  'the directory lacks the licence': {
    instead: refusing(
      '1d02/providers/Microsoft.Authorization/roleElig',
      400,
      'AadPremiumLicenseRequired',
      'The tenant needs a licence.',
    ),
    fails: [
      'Roles at Payments Staging: eligible roles need Microsoft Entra ID P2 or Microsoft Entra ID Governance (AadPremiumLicenseRequired) → get the licences for this directory.',
    ],
  },
  'a subscription is not registered': {
    instead: refusing(
      'containerGroups/cg-ledger-api',
      409,
      'MissingSubscriptionRegistration',
      "The subscription is not registered to use namespace 'Microsoft.ContainerInstance'.",
    ),
    fails: [
      "Container groups at Ledger: the subscription is not registered for this service: The subscription is not registered to use namespace 'Microsoft.ContainerInstance'. → register it, in the portal under Resource providers.",
    ],
  },
  'a resource group is not there': {
    instead: refusing(
      'containerGroups/cg-gateway-edge',
      404,
      'ResourceGroupNotFound',
      "Resource group 'rg-gateway' could not be found.",
    ),
    fails: [
      "Container groups at Gateway: the vendor does not find it (ResourceGroupNotFound): Resource group 'rg-gateway' could not be found. → correct its name in the policy.",
    ],
  },
  'a subscription is unknown': {
    instead: refusing(
      '1d02/providers/Microsoft.ResourceHealth',
      404,
      'SubscriptionNotFound',
      "The subscription 'x' could not be found.",
    ),
    fails: [
      'Health of Payments Staging: there is no such subscription, or Steward’s identity may not see it (SubscriptionNotFound) → correct the place in the policy, or give the identity a role there.',
    ],
  },
  'invoices may not be read': {
    instead: refusing('/invoices/G002548106', 403, 'Forbidden'),
    fails: [
      'Invoices of Northwind Payments: Steward’s identity may not read this (Forbidden): No. → give it the right that docs/rights.md names for it.',
    ],
  },
  'a share is not there': {
    instead: refusing('/gateway-statistics/', 404, 'ShareNotFound'),
    fails: [
      'Data share Gateway statistics: the vendor does not find it (ShareNotFound): No. → correct its name in the policy.',
    ],
  },
  'aliases may not be read': {
    instead: refusing('/aliases/', 401, 'Unauthorized'),
    fails: [
      'Subscriptions: the service does not accept Steward’s token (Unauthorized): No. → see whether VENDOR_BASE_URL and VENDOR_TOKEN_URL are of one cloud.',
    ],
  },
  'the translator refuses the key': {
    own: { TRANSLATOR_KEY: 'canary-wrong' },
    fails: [
      'Translator: the translator does not accept Steward’s credential (401000) → set TRANSLATOR_KEY to a key of your resource, TRANSLATOR_REGION to its region if it has one, and TRANSLATOR_BASE_URL to its address. With TRANSLATOR_RESOURCE_ID give Steward’s identity the role Cognitive Services User on that resource.',
    ],
  },
  'the token for app users was revoked': {
    own: { APP_MANAGEMENT_TOKEN: 'canary-wrong' },
    fails: [
      'App users: the service does not accept the token, or it may not do enough (Unauthorized) → set APP_MANAGEMENT_TOKEN to a user token with Full Access, of somebody who is a Manager of the apps.',
    ],
  },
  'the translator is not set up': {
    own: { TRANSLATOR_BASE_URL: NOT_SET, TRANSLATOR_KEY: NOT_SET },
    fails: [
      'Translator: the policy names it, but its settings are missing → set TRANSLATOR_BASE_URL and TRANSLATOR_KEY, or take “translation” out of the policy.',
    ],
  },
  'app management is not set up': {
    own: { APP_MANAGEMENT_BASE_URL: NOT_SET, APP_MANAGEMENT_TOKEN: NOT_SET },
    fails: [
      'App users: the policy names it, but its settings are missing → set APP_MANAGEMENT_BASE_URL and APP_MANAGEMENT_TOKEN, or take “apps” out of the policy.',
    ],
  },
  'the app is not in a channel': {
    instead: refusing('finance-payments', 403, 'BotNotInConversationRoster'),
    fails: ['Roster of Finance: Steward is no member of Finance → add the app to that team or chat.'],
  },
  'a channel’s id is wrong': {
    instead: refusing('alerts-payments', 404, 'ConversationNotFound'),
    fails: [
      'Roster of Alerts: Teams has no conversation with the id of Alerts, or Steward is not in it → send “@Steward where am I” there, and put its id into the policy.',
    ],
  },
  'the app was taken out of a team while Steward was stopped': {
    own: ({ copy }) => copy('19:design@thread.tacv2'),
    instead: refusing('design', 404, 'ConversationNotFound'),
    fails: [
      'Rosters of other teams: Teams has no conversation with the id of 19:design@thread.tacv2, or Steward is not in it → send “@Steward where am I” there, and put its id into the policy.',
    ],
  },
  'Teams does not accept the token': {
    instead: refusing('/v3/conversations/', 401, 'Unauthorized'),
    fails: rosters
      .slice(0, -1)
      .map(
        (roster) =>
          `${roster}: Teams does not accept the bot’s token → see in Azure whether the bot has the app id of MicrosoftAppId, and the channel Microsoft Teams.`,
      ),
  },
};
