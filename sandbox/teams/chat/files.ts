import { extname } from 'node:path';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { InvokeResult } from '../api.ts';
import { Problem } from '../http/answer.ts';
import type { FileConsent, PostContent } from '../store/post.ts';
import type { Store } from '../store/store.ts';
import { invokeFault, statusOf, troubleNotice } from './bot-answers.ts';
import type { Events } from './events.ts';
import type { FoundMessage, Lookup } from './lookup.ts';
import { publishChanged } from './message-view.ts';
import type { Person } from './places.ts';
import type { Reach } from './reach.ts';

/** The bot's file uploads to a person. */
export interface FileConsents {
  /**
   * Answers a consent card, and waits for the bot; after an acceptance, its upload address is open for one upload.
   * @throws Problem 404 for an unknown card, 409 for one that is answered already
   */
  consent(person: Person, messageId: string, index: number, accept: boolean): Promise<InvokeResult>;
}

export const createFileConsents = (deps: {
  store: Store;
  events: Events;
  lookup: Lookup;
  reach: Reach;
  ids: Ids;
  /** The sandbox's own address. */
  origin: string;
}): FileConsents => {
  const { store, events, lookup, reach, ids, origin } = deps;
  const answering = new Set<string>();

  const asked = async (person: Person, id: string, index: number): Promise<[FoundMessage, FileConsent]> => {
    const about = await lookup.message(person, id);
    const consent = about.post.content.consents?.[index];
    if (!consent || about.place.kind !== 'personal') {
      throw new Problem(404, 'ConsentNotFound', 'No file is asked about there.');
    }
    if (consent.state === 'asked') return [about, consent];
    throw new Problem(409, 'Conflict', 'This question is answered already.');
  };

  const settle = async ({ post, place }: FoundMessage, index: number, state: FileConsent['state']): Promise<void> => {
    await store.note(post.id, (content) => withState(content, index, state));
    await publishChanged(events, store, post.id, place);
  };

  const answer = async (person: Person, id: string, index: number, accept: boolean): Promise<InvokeResult> => {
    const [about, consent] = await asked(person, id, index);
    const file = { id: ids.guid(), upload: ids.guid(), name: consent.name };
    if (accept) await store.files.await(file);
    const given = await reach.invoke(person, about, {
      name: 'fileConsent/invoke',
      value: {
        type: 'fileUpload',
        action: accept ? 'accept' : 'decline',
        context: (accept ? consent.acceptContext : consent.declineContext) ?? null,
        ...(accept ? { uploadInfo: uploadInfo(origin, file) } : {}),
      },
    });
    const fault = invokeFault(given);
    if (fault === undefined) await settle(about, index, accept ? 'accepted' : 'declined');
    else {
      await store.files.giveUp(file.id);
      reach.notice(person, about, troubleNotice('file', fault));
    }
    return { status: statusOf(given) };
  };

  return {
    consent: async (person, messageId, index, accept) => {
      const key = `${messageId}/${index}`;
      if (answering.has(key)) throw new Problem(409, 'Conflict', 'This question is being answered.');
      answering.add(key);
      try {
        return await answer(person, messageId, index, accept);
      } finally {
        answering.delete(key);
      }
    },
  };
};

const uploadInfo = (
  origin: string,
  { id, upload, name }: { id: string; upload: string; name: string },
): Readonly<Record<string, string>> => ({
  contentUrl: `${origin}/files/${id}/${encodeURIComponent(name)}`,
  name,
  uploadUrl: `${origin}/files/upload/${upload}`,
  uniqueId: id,
  fileType: extname(name).slice(1),
});

const withState = (content: PostContent, index: number, state: FileConsent['state']): PostContent => ({
  ...content,
  ...(content.consents
    ? { consents: content.consents.map((consent, at) => (at === index ? { ...consent, state } : consent)) }
    : {}),
});
