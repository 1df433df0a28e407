import type { ChannelTrust } from '../../../src/teams/connector/trust.ts';

export const app = {
  id: '7a0c1b52-3f4e-4d6a-9b8c-1e2d3c4b5a60',
  tenantId: '5b1d2c3e-6f7a-4b8c-8d9e-0f1a2b3c4d5e',
} as const;

interface BenchPerson {
  readonly objectId: string;
  readonly teamsId: string;
  readonly name: string;
  readonly chat: string;
}

const PEOPLE = 64;

/** People who all talk with the bot in chats of their own. */
export const people: readonly BenchPerson[] = Array.from({ length: PEOPLE }, (_, index) => {
  const number = String(index + 1).padStart(2, '0');
  return {
    objectId: `a1a7c0de-1111-4a11-8a11-0a0a0a0a0a${number}`,
    teamsId: `29:1bench-${number}-Zk3vQ8wY2rT6uN4mL9pX7sJ5hG1fD0cB`,
    name: `Ana Rossi ${number}`,
    chat: `a:1bench-${number}-M5tR8kQ2wZ7yV4nL0pX3sJ6hG9fD1cB`,
  };
});

export const subscription = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';

/** Whom the bot believes: the channel that the bench plays. */
export const trustOf = (origin: string): ChannelTrust => ({
  issuer: `${origin}/channel`,
  openIdUrl: `${origin}/channel/openid`,
  tokenUrl: `${origin}/token`,
  tokenScope: 'bench',
  serviceUrl: `${origin}/`,
  pages: 'teams.microsoft.com',
  allowsServiceUrl: (url) => url === `${origin}/`,
  allowsUpload: () => false,
});

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
