// PostgreSQL, reachable from the network only.

param name string
param location string
param subnetId string
param zoneId string

@secure()
param password string

param sku string = 'Standard_B1ms'

@description('Days for which a state of the database can be restored.')
@minValue(7)
@maxValue(35)
param backupDays int = 14

var user = 'steward'

resource server 'Microsoft.DBforPostgreSQL/flexibleServers@2024-08-01' = {
  name: name
  location: location
  sku: {
    name: sku
    tier: 'Burstable'
  }
  properties: {
    version: '16'
    administratorLogin: user
    administratorLoginPassword: password
    storage: {
      storageSizeGB: 32
      autoGrow: 'Enabled'
    }
    backup: {
      backupRetentionDays: backupDays
      geoRedundantBackup: 'Disabled'
    }
    highAvailability: {
      mode: 'Disabled'
    }
    network: {
      delegatedSubnetResourceId: subnetId
      privateDnsZoneArmResourceId: zoneId
    }
  }

  resource database 'databases' = {
    name: 'steward'
    properties: {
      charset: 'UTF8'
      collation: 'en_US.utf8'
    }
  }
}

output host string = server.properties.fullyQualifiedDomainName
output user string = user
output database string = server::database.name
