import type { Trx } from '#platform/storage/database.ts';
import { decidersVariant, postedCard, postedSubject } from '../card/posted-card.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import type { Review } from '../decision/review.ts';
import type { DueNotice, NoticeState } from './due-notices.ts';
import { DECIDER, messageSubject } from './schedule.ts';
import { insertMessage, insertNotice } from './store.ts';

/** A waiting request, and who is to be notified of it. */
export interface DueRequest {
  readonly change: Change;
  readonly review: Pick<Review, 'rule'>;
  readonly state: NoticeState;
  readonly due: readonly DueNotice[];
}

/** One person's notice of requests on one card. */
interface PersonNotice {
  readonly person: string;
  /** Somebody who hears of one of them for the first time is asked, whatever they know of the others. */
  readonly kind: DueNotice['kind'];
  readonly way: 'mention' | 'chat' | 'digest';
  /** What it is about, each with its own notice. */
  readonly about: readonly { readonly request: DueRequest; readonly notice: DueNotice }[];
}

/** Posts what is due, and records it: each person gets one notice of all requests that are on one card. */
export const deliverNotices = async (core: ChangesCore, trx: Trx, requests: readonly DueRequest[]): Promise<void> => {
  const places = Map.groupBy(requests, ({ review }) => review.rule?.card ?? '');
  for (const [place, some] of places) {
    const mentioned = noticesOf(some).filter(({ way }) => way === 'mention');
    for (const kind of ['asked', 'reminder'] as const) {
      await postMention(core, trx, place, { kind, notices: mentioned.filter((one) => one.kind === kind) });
    }
  }
  for (const notice of noticesOf(requests).filter(({ way }) => way === 'chat')) {
    const [first] = notice.about;
    if (!first) continue;
    const { change, state } = first.request;
    const language = state.settings.get(notice.person)?.language || state.language;
    const hasCard = notice.about.some(({ request }) => hadOwnCard(request, notice.person));
    if (notice.kind === 'asked' && !hasCard) await deliverOwnCard(core, trx, change, notice.person, language);
    else await postReminder(core, trx, notice, language);
    await record(core, trx, notice, 'chat');
  }
};

const noticesOf = (requests: readonly DueRequest[]): readonly PersonNotice[] => {
  const all = requests.flatMap((request) => request.due.map((notice) => ({ request, notice })));
  return [...Map.groupBy(all, ({ notice }) => notice.person)].map(([person, about]) => ({
    ...{ person, about },
    kind: about.some(({ notice }) => notice.kind === 'asked') ? 'asked' : 'reminder',
    way: about[0]?.request.state.settings.get(person)?.way ?? 'mention',
  }));
};

/** In a later stage of a batch somebody may have its card already. */
const hadOwnCard = ({ state }: DueRequest, objectId: string): boolean =>
  state.notices.some(({ person, way }) => person === objectId && way === 'chat');

const record = async (
  core: ChangesCore,
  trx: Trx,
  { person, about }: PersonNotice,
  way: 'mention' | 'chat',
  message?: string,
): Promise<void> => {
  const at = core.clock.now();
  for (const { request, notice } of about) {
    const { kind } = notice;
    await insertNotice(trx, { id: core.ids.ordered(), change: request.change.id, person, kind, way, message, at });
  }
};

const personIn = ({ person, about }: PersonNotice) => ({
  objectId: person,
  name: about.flatMap(({ request }) => request.state.people).find((one) => one.objectId === person)?.name ?? '',
  standsFor: [...new Set(about.flatMap(({ request }) => request.state.standsFor(person)))],
});

/** One reply under the card in the conversation where it is decided. */
const postMention = async (
  core: ChangesCore,
  trx: Trx,
  place: string,
  { kind, notices }: { readonly kind: DueNotice['kind']; readonly notices: readonly PersonNotice[] },
): Promise<void> => {
  const first = notices[0]?.about[0]?.request;
  if (!first) return;
  const { change, state } = first;
  const id = core.ids.ordered();
  await insertMessage(trx, { id, change: change.id, kind, people: notices.map(personIn), at: core.clock.now() });
  for (const notice of notices) await record(core, trx, notice, 'mention', id);
  await core.outbox.deliver(trx, {
    subject: messageSubject(id),
    variant: 'mention',
    to: { under: postedSubject(change), variant: decidersVariant(change, place) },
    language: state.language,
    version: 1,
  });
};

/** The card stands in their chat already: a line that rings brings them back to it. */
const postReminder = async (core: ChangesCore, trx: Trx, notice: PersonNotice, language: string): Promise<void> => {
  const { person, kind, about } = notice;
  const id = core.ids.ordered();
  const change = about[0]?.request.change.id ?? '';
  await insertMessage(trx, { id, change, kind, people: [personIn(notice)], at: core.clock.now() });
  await core.outbox.deliver(trx, {
    ...{ subject: messageSubject(id), variant: 'chat', to: { person }, version: 1, needsAnswer: true },
    language,
  });
};

/** The posted card, with its buttons, in the own chat of somebody who decides. */
export const deliverOwnCard = async (
  { outbox }: Pick<ChangesCore, 'outbox'>,
  trx: Trx,
  change: Change,
  person: string,
  language: string,
): Promise<void> =>
  outbox.deliver(trx, {
    ...(await postedCard(trx, change)),
    ...{ variant: DECIDER, to: { person }, language, needsAnswer: true },
  });
