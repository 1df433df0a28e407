// What Steward stands on: network, database, key vault, registry, file share, and the bot's registration.
// The container itself is app.bicep, deployed after its image and its policy are in place.

@description('Begins the name of every resource: small letters and digits, first a letter.')
@minLength(3)
@maxLength(12)
param name string = 'steward'

param location string = resourceGroup().location

@description('The name that people see.')
@maxLength(42)
param botName string = 'Steward'

@description('Letters and digits only: it becomes part of an address.')
@secure()
@minLength(24)
param databasePassword string

@description('Key of the audit: 64 hexadecimal digits. Without it the audit cannot be checked.')
@secure()
@minLength(64)
param auditKey string

var suffix = uniqueString(resourceGroup().id, name)

// Reads the secrets and pulls the image; it has no other right.
resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: name
  location: location
}

// What the bot is at Teams, and what calls the cloud: two identities, so that neither has the other's rights, and without a secret.
resource botIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: '${name}-bot'
  location: location
}

resource cloudIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: '${name}-cloud'
  location: location
}

module network 'network.bicep' = {
  name: 'network'
  params: {
    name: name
    location: location
  }
}

module database 'database.bicep' = {
  name: 'database'
  params: {
    name: '${name}-${suffix}'
    location: location
    subnetId: network.outputs.databaseSubnetId
    zoneId: network.outputs.databaseZoneId
    password: databasePassword
  }
}

module vault 'vault.bicep' = {
  name: 'vault'
  params: {
    name: take('${name}-${suffix}', 24)
    location: location
    readerId: identity.properties.principalId
    databaseUrl: 'postgres://${database.outputs.user}:${databasePassword}@${database.outputs.host}/${database.outputs.database}?sslmode=verify-full'
    auditKey: auditKey
  }
}

module hosting 'hosting.bicep' = {
  name: 'hosting'
  params: {
    name: name
    suffix: suffix
    location: location
    subnetId: network.outputs.appSubnetId
    pullerId: identity.properties.principalId
  }
}

module bot 'bot.bicep' = {
  name: 'bot'
  params: {
    name: '${name}-${suffix}'
    displayName: botName
    botId: botIdentity.properties.clientId
    botIdentityId: botIdentity.id
    domain: '${name}.${hosting.outputs.domain}'
  }
}

// The toolkit writes these into env/.env.dev; app.parameters.json and m365agents.yml read them, BOT_DOMAIN is for people.
output BOT_DOMAIN string = '${name}.${hosting.outputs.domain}'
output STEWARD_NAME string = name
output STEWARD_IDENTITY string = identity.name
output STEWARD_BOT_IDENTITY string = botIdentity.name
output STEWARD_CLOUD_IDENTITY string = cloudIdentity.name
output BOT_ID string = botIdentity.properties.clientId
output VENDOR_CLIENT_ID string = cloudIdentity.properties.clientId
output STEWARD_VAULT string = vault.outputs.name
output STEWARD_REGISTRY string = hosting.outputs.registry
output STEWARD_STORAGE string = hosting.outputs.storage
output STEWARD_ENVIRONMENT string = hosting.outputs.environment
