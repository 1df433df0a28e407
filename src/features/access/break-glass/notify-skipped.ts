import { type Change, subjectOf } from '#engine/changes/change.ts';
import type { StepContext } from '#engine/changes/change-kind.ts';
import { findSettings, settingsOf } from '#engine/changes/notices/store.ts';
import { findChange } from '#engine/changes/repository.ts';
import type { Renderer } from '#engine/outbox/renderer.ts';
import type { DeliveryRow } from '#engine/outbox/tables.ts';
import type { Services } from '#features/feature.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import { escapeMarkdown } from '#platform/lib/text.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import { listed } from '#platform/texts/texts.ts';
import type { PolicyPerson } from '#policy/policy.ts';
import { commandButton } from '#teams/cards/buttons.ts';
import { choicesCard } from '#teams/cards/notice-card.ts';
import { grantTerms } from '../terms.ts';
import { findUse, moveToOwnChat, type Skipped, type Use } from './store.ts';

/** Subject kind of the outbox: the reply under a use's card that mentions the skipped approvers. */
const SKIPPED_MENTION = 'breakGlassMention';
const mentionSubject = (change: string): string => `${SKIPPED_MENTION}:${change}`;
const VARIANT = 'mention';

/**
 * How each is told: mentioned or in their own chat, as they chose with `my notices`. Nothing of it waits, neither for quiet hours
 * nor for a daily message: an emergency is told at once.
 */
export const withWays = async (db: Db, people: readonly PolicyPerson[]): Promise<readonly Skipped[]> => {
  const settings = await findSettings(
    db,
    people.map(({ objectId }) => objectId),
  );
  return people.map(({ objectId, name }) => {
    const { way = 'mention' } = settings.get(objectId) ?? {};
    return { objectId, name, way: way === 'mention' ? 'mention' : 'chat' };
  });
};

type Notifying = Pick<StepContext, 'outbox' | 'audit'> & {
  /** Of the conversation with the card. */
  readonly language: string;
};

/** Tells each skipped approver, in the transaction that knows that it was granted. */
export const notifySkipped = async (
  trx: Trx,
  { change: id, skipped }: Use,
  { version }: Pick<Change, 'version'>,
  { outbox, audit, language }: Notifying,
): Promise<void> => {
  if (skipped.some(({ way }) => way === 'mention')) {
    await outbox.deliver(trx, {
      ...{ subject: mentionSubject(id), variant: VARIANT, to: { under: subjectOf(id), variant: 'approvers' } },
      ...{ language, version: 1, priority: 'critical' },
    });
  }
  for (const person of skipped) {
    if (person.way === 'chat') await deliverInOwnChat(trx, { id, version }, person, { outbox, language });
    const detail = { person: person.objectId, way: person.way };
    await audit.append(trx, { target: id, actor: STEWARD, event: 'skipped approver told', detail });
  }
};

const deliverInOwnChat = async (
  trx: Trx,
  { id, version }: Pick<Change, 'id' | 'version'>,
  { objectId }: Skipped,
  { outbox, language }: Pick<Notifying, 'outbox' | 'language'>,
): Promise<void> => {
  const own = await settingsOf(trx, objectId);
  await outbox.deliver(trx, {
    ...{ subject: subjectOf(id), variant: 'approvers', to: { person: objectId }, version },
    ...{ language: own.language || language, priority: 'critical' },
  });
};

/** The mention: one reply for all who are mentioned; people outside the conversation get the card in their own chat. */
export const mentionRenderer = (services: Services): Renderer => ({
  kind: SKIPPED_MENTION,
  once: true,
  async render(id, _face, words) {
    const { db } = services.database;
    const [use, change] = [await findUse(db, id), await findChange(db, id)];
    const people = use?.skipped.filter(({ way }) => way === 'mention') ?? [];
    if (!change || use?.state === 'void' || people.length === 0) return undefined;
    const { role, place } = grantTerms.parse(change.terms);
    const named = { who: change.requester.name, role: role.title, place: place.title, ref: change.ref };
    const compose = (names: readonly string[]): string =>
      words.plain('access.breakGlass.told', { ...named, people: listed(names, words) });
    const text = compose(people.map(({ name }) => name));
    return {
      version: 1,
      card: choicesCard.render({
        text: escapeMarkdown(text),
        buttons: [commandButton(words.plain('changes.notices.show', named), `show ${change.ref}`)],
      }),
      summary: text,
      mention: {
        people,
        compose,
        absent: (objectIds) =>
          services.database.transaction((trx) =>
            useOwnChatFor(services, trx, id, ({ objectId }) => objectIds.includes(objectId)),
          ),
      },
    };
  },
});

/** These people cannot be mentioned; before it was granted nobody is told yet. */
const useOwnChatFor = async (
  { outbox }: Pick<Services, 'outbox'>,
  trx: Trx,
  id: string,
  isMoved: (person: Skipped) => boolean,
): Promise<void> => {
  const before = await findUse(trx, id);
  const use = await moveToOwnChat(trx, id, isMoved);
  const change = await findChange(trx, id);
  if (!before || !use || !change || use.state === 'used' || use.state === 'void') return;
  for (const person of before.skipped.filter((one) => one.way === 'mention' && isMoved(one))) {
    await deliverInOwnChat(trx, change, person, { outbox, language: change.requester.language });
  }
};

/** Where the conversation with the card takes no posts, nobody can be mentioned in it. */
export const notifyUndelivered = (services: Services): void =>
  services.outbox.onUndelivered(async (trx, { subject, face, target_kind: kind, activity_id: posted }: DeliveryRow) => {
    const id = subject.slice(subject.indexOf(':') + 1);
    const isCard = subject === subjectOf(id) && face === 'approvers' && kind === 'conversation';
    if (posted !== null || !(isCard || subject === mentionSubject(id))) return;
    await services.outbox.withdraw(trx, mentionSubject(id), VARIANT);
    await useOwnChatFor(services, trx, id, () => true);
  });
