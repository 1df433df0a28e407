// The bot's registration, with the channel Microsoft Teams.

param name string
param displayName string

@description('Client id of the identity that the bot has, and its resource.')
param botId string
param botIdentityId string

@description('Host of the messaging endpoint.')
param domain string

resource bot 'Microsoft.BotService/botServices@2022-09-15' = {
  name: name
  location: 'global'
  kind: 'azurebot'
  sku: {
    name: 'F0'
  }
  properties: {
    displayName: displayName
    endpoint: 'https://${domain}/api/messages'
    msaAppId: botId
    msaAppType: 'UserAssignedMSI'
    msaAppMSIResourceId: botIdentityId
    msaAppTenantId: subscription().tenantId
  }

  resource teams 'channels' = {
    name: 'MsTeamsChannel'
    location: 'global'
    properties: {
      channelName: 'MsTeamsChannel'
      properties: {
        isEnabled: true
      }
    }
  }
}
