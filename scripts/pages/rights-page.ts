import { code, tableOf } from './markdown.ts';
import { rights } from './rights.ts';

const ways = {
  role: 'role',
  billing: 'billing role',
  offer: 'offer of the subscription',
  key: 'key',
  token: 'user token',
} as const;

/** What a role of Azure gives, once each. */
const actionsOfRoles = [...new Set(rights.filter(({ by }) => by === 'role').flatMap(({ actions }) => actions))];

/** Resource providers of what Steward reads and changes; `Microsoft.Authorization` needs no registration. */
export const usedProviders = actionsOfRoles
  .map((action) => action.split('/')[0] ?? '')
  .filter((name, index, all) => name !== 'Microsoft.Authorization' && all.indexOf(name) === index);

const table = (): string =>
  tableOf(
    ['area', 'operation', 'actions', 'given by', 'least built-in role, or what decides'],
    rights.map(({ area, operation, actions, by, builtIn }) => [
      code(area),
      code(operation),
      actions.map(code).join(', ') || '–',
      ways[by],
      builtIn,
    ]),
  );

/** docs/rights.md, from infra/rights.json. */
export const rightsPage = (): string => `# Licences, providers and rights at Microsoft

<!-- Written by \`npm run docs\`: edit infra/rights.json, or scripts/pages/rights-page.ts. -->

What Steward’s identity for the cloud (\`VENDOR_CLIENT_ID\`, an application or a managed identity) needs, by Microsoft’s pages.
Nothing has been tried in a live tenant yet.

## Licences

Eligible roles (Privileged Identity Management for Azure resources) need **Microsoft Entra ID P2 or Microsoft Entra ID Governance**.
Without it the first request for a role, and the list of who is eligible, end with \`AadPremiumLicenseRequired\`; the card says that the tenant lacks the licence.
Health, container groups, data shares, invoices and translation need no licence of Entra.

## Resource providers

A subscription refuses calls to a provider that is not registered there: 409 \`MissingSubscriptionRegistration\`, and the card names the provider.
Once for each subscription of the policy, and only for what you use:

\`\`\`
for provider in ${usedProviders.join(' ')}; do
  az provider register --subscription SUBSCRIPTION --namespace $provider
done
\`\`\`

## Rights, by operation

${table()}

- **Writing role assignments is more than Steward does with it.** Azure lets its holder make active assignments as well, for anybody, itself included, at that scope and below.
  Assign it only at the scopes that the policy names, and protect what it signs in with accordingly: best is [a credential without a stored secret](settings.md#credentials).
  A condition that narrows it [is not recommended](decisions.md#set-up).
- **Data shares**: both lists are actions, not reads. \`Reader\` does not have them, and no built-in role below \`Contributor\` is known to have them; the role below has just these two.
- **Container groups** in a subnet also need \`Microsoft.Network/virtualNetworks/subnets/join/action\` on it, and those with a user-assigned identity \`Microsoft.ManagedIdentity/userAssignedIdentities/assign/action\` on that.
  Without these the request ends with \`LinkedAuthorizationFailed\`, and the card names what is missing.
- **The translator without a key** (\`TRANSLATOR_RESOURCE_ID\`): give the same identity the role *Cognitive Services User* on that resource.
- **Hidden texts of sensitive events** are for people in \`health.details\` of the policy.
  Without the area \`healthDetails\` Steward says that it may not read them.

## The directory

Only for a policy with [groups of the directory](policy.md#groups-of-the-directory); otherwise Steward never calls Microsoft Graph.
These are *application permissions* of Microsoft Graph for the same identity, with an administrator's consent:

| permission | for | without it |
|---|---|---|
| \`GroupMember.Read.All\` | who is in a group, also through other groups | nobody counts as being in one: nobody decides by it |
| \`User.ReadBasic.All\` | names, e-mail addresses and accounts of these people | rights work by object id; cards show the end of the id in place of a name; nobody without an address decides about users of apps |
| \`Member.Read.Hidden\` | groups with hidden membership | such a group seems empty |

Microsoft declares \`User.ReadBasic.All\` for applications, but its pages of the operations name \`User.Read.All\` as the least, and others were refused a search with the smaller one.
The doctor says whether names come; where they do not, or where \`policy check --online\` is refused, \`User.Read.All\` is what Microsoft documents.
Steward reads \`id\`, \`displayName\`, \`mail\` and \`userPrincipalName\`, writes nothing, and stores nobody's profile.

Members are read without the \`ConsistencyLevel\` header: with it Graph answers from an index that may lag.
Whether an account is blocked is not read: Teams' sign-in sees to that.

## A role of your own

[infra/role.bicep](../infra/role.bicep) makes a role with just the actions of the areas that you name, and assigns it at a subscription:

\`\`\`
az ad sp show --id VENDOR_CLIENT_ID --query id --output tsv
az deployment sub create --location westeurope --template-file infra/role.bicep \\
  --parameters principalId=THAT-ID areas='["access","health","healthDetails","containers","dataShares"]'
\`\`\`

The person who runs it needs to be Owner of the subscription: User Access Administrator alone may not deploy.
Leave out the areas that you do not use.

**At a resource group**, so that Steward can give no role outside it: make the role alone, with \`assign=false\`, and assign it at each group:

\`\`\`
az deployment sub create --location westeurope --template-file infra/role.bicep \\
  --parameters principalId=THAT-ID assign=false areas='["access"]'
az role assignment create --assignee-object-id THAT-ID --assignee-principal-type ServicePrincipal \\
  --role 'Steward (SUBSCRIPTION)' --scope /subscriptions/SUBSCRIPTION/resourceGroups/GROUP
\`\`\`

**At a management group** you need to be Owner of it, and the role is its own.
Of the actions keep those of your areas, by the table above:

\`\`\`
az role definition create --role-definition '{
  "Name": "Steward (GROUP)", "Description": "What Steward calls.",
  "Actions": [
${actionsOfRoles.map((action) => `    "${action}"`).join(',\n')}
  ],
  "AssignableScopes": ["/providers/Microsoft.Management/managementGroups/GROUP"]
}'
az role assignment create --assignee-object-id THAT-ID --assignee-principal-type ServicePrincipal \\
  --role 'Steward (GROUP)' --scope /providers/Microsoft.Management/managementGroups/GROUP
\`\`\`

## Billing

Roles of Azure do not count here.
A billing role is given to the *service principal*; its object id is the one that the first line above prints.

- **Enterprise Agreement**, by its administrator, or for an enrolment account by its owner: \`EnrollmentReader\` (\`24f8edb6-1668-4659-b5e2-40bb5f3a7d7e\`) to read invoices, \`SubscriptionCreator\` (\`a0bcee42-bf30-4d1b-926a-48d21664ef71\`) on the enrolment account to create subscriptions.

  \`\`\`
  az rest --method put --url "https://management.azure.com/providers/Microsoft.Billing/billingAccounts/ACCOUNT/billingRoleAssignments/NEW-GUID?api-version=2019-10-01-preview" \\
    --body '{"properties":{"principalId":"THAT-ID","principalTenantId":"TENANT","roleDefinitionId":"/providers/Microsoft.Billing/billingAccounts/ACCOUNT/billingRoleDefinitions/ROLE"}}'
  \`\`\`

  For an enrolment account, both paths contain \`/enrollmentAccounts/NAME\` after the account.
- **Microsoft Customer Agreement**, under *Cost Management + Billing › Access control* of that scope: *Billing account reader* on the account to read invoices, *Azure subscription creator* on the invoice section.
- **Ownership of a subscription** is accepted by the identity that it was offered to, and by no other.
`;
