// Where the container runs: its environment with the log, the registry of its image, and the share of the policy.

param name string
param suffix string
param location string
param subnetId string

@description('Principal that pulls the image.')
param pullerId string

// The built-in role AcrPull.
var acrPull = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '7f951dda-4ed3-4680-a7ca-43fe172d538d')

resource log 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: name
  location: location
  properties: {
    sku: {
      name: 'PerGB2018'
    }
    retentionInDays: 90
  }
}

resource registry 'Microsoft.ContainerRegistry/registries@2023-07-01' = {
  name: '${name}${suffix}'
  location: location
  sku: {
    name: 'Basic'
  }
  properties: {
    adminUserEnabled: false
  }
}

resource puller 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(registry.id, pullerId, acrPull)
  scope: registry
  properties: {
    principalId: pullerId
    principalType: 'ServicePrincipal'
    roleDefinitionId: acrPull
  }
}

resource storage 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: take('${name}${suffix}', 24)
  location: location
  kind: 'StorageV2'
  sku: {
    name: 'Standard_LRS'
  }
  properties: {
    minimumTlsVersion: 'TLS1_2'
    allowBlobPublicAccess: false
    supportsHttpsTrafficOnly: true
  }

  resource files 'fileServices' = {
    name: 'default'

    resource policy 'shares' = {
      name: 'policy'
      properties: {
        shareQuota: 1
      }
    }
  }
}

resource environment 'Microsoft.App/managedEnvironments@2024-03-01' = {
  name: name
  location: location
  properties: {
    appLogsConfiguration: {
      destination: 'log-analytics'
      logAnalyticsConfiguration: {
        customerId: log.properties.customerId
        sharedKey: log.listKeys().primarySharedKey
      }
    }
    vnetConfiguration: {
      infrastructureSubnetId: subnetId
      internal: false
    }
    workloadProfiles: [
      {
        name: 'Consumption'
        workloadProfileType: 'Consumption'
      }
    ]
  }

  resource policy 'storages' = {
    name: 'policy'
    properties: {
      azureFile: {
        accountName: storage.name
        accountKey: storage.listKeys().keys[0].value
        shareName: storage::files::policy.name
        accessMode: 'ReadOnly'
      }
    }
  }
}

output environment string = environment.name
output domain string = environment.properties.defaultDomain
output registry string = registry.name
output storage string = storage.name
