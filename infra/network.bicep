// One network with a subnet for the container and one for the database, which has no public address.

param name string
param location string

var zone = '${name}.private.postgres.database.azure.com'

resource network 'Microsoft.Network/virtualNetworks@2023-11-01' = {
  name: name
  location: location
  properties: {
    addressSpace: {
      addressPrefixes: [
        '10.40.0.0/16'
      ]
    }
    subnets: [
      {
        name: 'app'
        properties: {
          addressPrefix: '10.40.0.0/23'
          delegations: [
            {
              name: 'app'
              properties: {
                serviceName: 'Microsoft.App/environments'
              }
            }
          ]
        }
      }
      {
        name: 'database'
        properties: {
          addressPrefix: '10.40.2.0/28'
          delegations: [
            {
              name: 'database'
              properties: {
                serviceName: 'Microsoft.DBforPostgreSQL/flexibleServers'
              }
            }
          ]
        }
      }
    ]
  }

  resource app 'subnets' existing = {
    name: 'app'
  }

  resource database 'subnets' existing = {
    name: 'database'
  }
}

resource databaseZone 'Microsoft.Network/privateDnsZones@2020-06-01' = {
  name: zone
  location: 'global'

  resource link 'virtualNetworkLinks' = {
    name: name
    location: 'global'
    properties: {
      registrationEnabled: false
      virtualNetwork: {
        id: network.id
      }
    }
  }
}

output appSubnetId string = network::app.id
output databaseSubnetId string = network::database.id
output databaseZoneId string = databaseZone.id
