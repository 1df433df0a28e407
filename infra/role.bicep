// A role with just the actions of the areas that you use, and its assignment to Steward's identity for the cloud.
//   az deployment sub create --location westeurope --template-file infra/role.bicep \
//     --parameters principalId=OBJECT-ID areas='["access","health"]'
// With assign=false it makes the role alone, to be assigned at a narrower scope (docs/rights.md).
targetScope = 'subscription'

@description('Object id of the service principal of VENDOR_CLIENT_ID, not of its application.')
param principalId string

@description('Areas of infra/rights.json whose actions the role has.')
param areas array = [
  'access'
  'health'
]

param roleName string = 'Steward'

@description('Whether the role is assigned, which is at the whole subscription.')
param assign bool = true

var rights = filter(loadJsonContent('rights.json'), right => right.by == 'role' && contains(areas, right.area))

resource role 'Microsoft.Authorization/roleDefinitions@2022-04-01' = {
  name: guid(subscription().id, roleName)
  properties: {
    roleName: '${roleName} (${subscription().subscriptionId})'
    description: 'What Steward calls for ${join(areas, ', ')}.'
    type: 'CustomRole'
    permissions: [
      {
        actions: union(flatten(map(rights, right => right.actions)), [])
        notActions: []
      }
    ]
    assignableScopes: [
      subscription().id
    ]
  }
}

resource assignment 'Microsoft.Authorization/roleAssignments@2022-04-01' = if (assign) {
  name: guid(subscription().id, roleName, principalId)
  properties: {
    principalId: principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: role.id
  }
}
