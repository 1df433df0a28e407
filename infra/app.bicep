// The container: one image, its settings, its secrets from the key vault, its policy from the file share.

param name string
param location string = resourceGroup().location

@description('Names of what azure.bicep made.')
param identityName string
param botIdentityName string
param cloudIdentityName string
param vaultName string
param registryName string
param environmentName string

@description('Tag of the image steward in the registry.')
param version string

@description('Further settings of docs/settings.md: {name, value}, or {name, secretRef} with a name of secretNames.')
param settings array = []

@description('Further secrets of the key vault. Each is a file in SECRETS_DIR, for container groups, and can be named in settings.')
param secretNames array = []

@minValue(1)
param replicas int = 1

var ownSecrets = [
  'database-url'
  'audit-key'
]

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' existing = {
  name: identityName
}

resource botIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' existing = {
  name: botIdentityName
}

resource cloudIdentity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' existing = {
  name: cloudIdentityName
}

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' existing = {
  name: vaultName
}

resource registry 'Microsoft.ContainerRegistry/registries@2023-07-01' existing = {
  name: registryName
}

resource environment 'Microsoft.App/managedEnvironments@2024-03-01' existing = {
  name: environmentName
}

resource app 'Microsoft.App/containerApps@2024-03-01' = {
  name: name
  location: location
  identity: {
    type: 'UserAssigned'
    userAssignedIdentities: {
      '${identity.id}': {}
      '${botIdentity.id}': {}
      '${cloudIdentity.id}': {}
    }
  }
  properties: {
    managedEnvironmentId: environment.id
    workloadProfileName: 'Consumption'
    configuration: {
      activeRevisionsMode: 'Single'
      ingress: {
        external: true
        targetPort: 3978
        transport: 'http'
        allowInsecure: false
      }
      registries: [
        {
          server: registry.properties.loginServer
          identity: identity.id
        }
      ]
      secrets: [
        for secret in concat(ownSecrets, secretNames): {
          name: secret
          keyVaultUrl: '${vault.properties.vaultUri}secrets/${secret}'
          identity: identity.id
        }
      ]
    }
    template: {
      // SIGTERM first lets Steward finish what it is sending.
      terminationGracePeriodSeconds: 60
      containers: [
        {
          name: 'steward'
          image: '${registry.properties.loginServer}/steward:${version}'
          resources: {
            cpu: json('0.5')
            memory: '1Gi'
          }
          env: concat(
            [
              {
                name: 'CLOUD'
                value: 'public'
              }
              {
                name: 'MicrosoftAppId'
                value: botIdentity.properties.clientId
              }
              {
                name: 'MicrosoftAppTenantId'
                value: subscription().tenantId
              }
              {
                name: 'MicrosoftAppType'
                value: 'UserAssignedMSI'
              }
              {
                name: 'VENDOR_CLIENT_ID'
                value: cloudIdentity.properties.clientId
              }
              {
                name: 'VENDOR_MANAGED_IDENTITY'
                value: 'UserAssigned'
              }
              {
                name: 'DATABASE_URL'
                secretRef: 'database-url'
              }
            ],
            settings
          )
          // The image itself sets NODE_ENV, POLICY_FILE and SECRETS_DIR.
          volumeMounts: [
            {
              volumeName: 'policy'
              mountPath: '/policy'
            }
            {
              volumeName: 'secrets'
              mountPath: '/secrets'
            }
          ]
          probes: [
            {
              type: 'Startup'
              httpGet: {
                path: '/healthz'
                port: 3978
              }
              periodSeconds: 15
              failureThreshold: 10
            }
            {
              type: 'Liveness'
              httpGet: {
                path: '/healthz'
                port: 3978
              }
              periodSeconds: 30
              timeoutSeconds: 5
            }
            {
              type: 'Readiness'
              httpGet: {
                path: '/readyz'
                port: 3978
              }
              periodSeconds: 10
              timeoutSeconds: 5
            }
          ]
        }
      ]
      volumes: [
        {
          name: 'policy'
          storageType: 'AzureFile'
          storageName: 'policy'
        }
        {
          name: 'secrets'
          storageType: 'Secret'
          secrets: concat(
            [
              {
                secretRef: 'audit-key'
                path: 'steward.audit-key'
              }
            ],
            map(secretNames, secret => {
              secretRef: secret
              path: secret
            })
          )
        }
      ]
      scale: {
        minReplicas: replicas
        maxReplicas: replicas
      }
    }
  }
}
