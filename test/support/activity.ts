import { readActivity, type VerifiedActivity } from '#bot/gate/activity.ts';

/** An activity as it passed the gate: Ana's message in a channel's thread, unless said otherwise. */
export const activityOf = (more: object = {}): VerifiedActivity => {
  const read = readActivity({
    type: 'message',
    id: '17',
    timestamp: '2026-03-02T09:00:00Z',
    channelId: 'msteams',
    serviceUrl: 'https://smba.example/emea/',
    from: { id: '29:ana', name: 'Ana Rossi', aadObjectId: 'AAAABBBB-CCCC-4DDD-8EEE-FFFF00001111' },
    recipient: { id: '28:bot' },
    conversation: { id: '19:c@thread.tacv2;messageid=1', conversationType: 'channel', tenantId: 't' },
    channelData: {
      tenant: { id: 't' },
      team: { id: '19:t', name: 'Payments' },
      channel: { id: '19:c', name: 'General' },
    },
    ...more,
  });
  if (!read) throw new Error('the sample is no activity');
  return read;
};
