// The secrets, and the right of the container's identity to read them.

param name string
param location string

@description('Principal that reads the secrets.')
param readerId string

@secure()
param databaseUrl string

@secure()
param auditKey string

// The built-in role Key Vault Secrets User.
var secretsUser = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '4633458b-17de-408a-b874-0445c86b69e6')

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' = {
  name: name
  location: location
  properties: {
    tenantId: subscription().tenantId
    sku: {
      family: 'A'
      name: 'standard'
    }
    enableRbacAuthorization: true
    enablePurgeProtection: true
  }

  resource database 'secrets' = {
    name: 'database-url'
    properties: {
      value: databaseUrl
    }
  }

  resource audit 'secrets' = {
    name: 'audit-key'
    properties: {
      value: auditKey
    }
  }
}

resource reader 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(vault.id, readerId, secretsUser)
  scope: vault
  properties: {
    principalId: readerId
    principalType: 'ServicePrincipal'
    roleDefinitionId: secretsUser
  }
}

output name string = vault.name
