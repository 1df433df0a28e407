import { app, people } from './world.ts';

/** What Teams posts when one person after another writes this to the bot; each message has an id of its own. */
export const createMessages = (serviceUrl: string, text: string): (() => string) => {
  let count = 0;
  return () => {
    const person = people[count % people.length];
    if (!person) throw new Error('there is nobody to write');
    count += 1;
    const now = Date.now();
    const { name, objectId, teamsId, chat } = person;
    return JSON.stringify({
      text,
      textFormat: 'plain',
      attachments: [{ contentType: 'text/html', content: `<p>${text}</p>` }],
      type: 'message',
      timestamp: new Date(now).toISOString(),
      localTimestamp: new Date(now).toISOString(),
      id: `${now}-${count}`,
      channelId: 'msteams',
      serviceUrl,
      from: { id: teamsId, name, aadObjectId: objectId },
      conversation: { conversationType: 'personal', tenantId: app.tenantId, id: chat },
      recipient: { id: `28:${app.id}`, name: 'Steward' },
      entities: [{ locale: 'en-US', country: 'US', platform: 'Web', timezone: 'Europe/Berlin', type: 'clientInfo' }],
      channelData: { tenant: { id: app.tenantId } },
      locale: 'en-US',
      localTimezone: 'Europe/Berlin',
    });
  };
};
