import type { MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { personalChat } from './steward.ts';
import type { steward } from './story-steward.ts';

type Story = ReturnType<typeof steward>;

/** @param begin asks for the file @returns the message in the person's own chat that asks whether it is wanted */
export const offeredFile = async (s: Story, as: PersonKey, begin: () => Promise<unknown>): Promise<MessageView> => {
  const before = (await s.teams.messages(personalChat(as))).length;
  await begin();
  return s.until('a file to say yes to', async () => {
    const messages = await s.teams.messages(personalChat(as));
    return messages.slice(before).find(({ consents }) => consents?.some(({ state }) => state === 'asked'));
  });
};

/** Agrees to receive an offered file. @returns its bytes, as they are in the person's files */
export const acceptedFile = async (s: Story, as: PersonKey, asked: MessageView): Promise<Buffer> => {
  expect((await s.teams.consent(as, asked.id, 0, true)).status).toBe(200);
  const { files } = await s.message(personalChat(as), ({ id, files }) => id === asked.id && files);
  const response = await fetch(`${s.teams.url}${files?.[0]?.downloadUrl}`, { headers: { connection: 'close' } });
  return Buffer.from(await response.arrayBuffer());
};

export const nameOfFile = (message: MessageView): string => message.consents?.[0]?.name ?? '';
