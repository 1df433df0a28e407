import type { Values } from '#bot/arguments/argument.ts';
import { readSince, typedArguments } from '#bot/arguments/list-arguments.ts';
import { share } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { callOptions } from '#cloud/operation.ts';
import { listSourceShareSynchronizationSettings } from '#cloud/operations/data-share.ts';
import { restartable } from '#cloud/paging.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { iso } from '#platform/lib/clock.ts';
import type { ViewContext } from '#teams/cards/buttons.ts';
import { buttonData } from '#teams/cards/list.ts';
import { renderSettings } from '../cards/settings-card.ts';
import { renderShares } from '../cards/shares-card.ts';
import { renderSyncs, summaryOf } from '../cards/syncs-card.ts';
import { mayReadShared, requireShared } from '../find-share.ts';
import { readableShared } from '../policy.ts';
import { DEFAULT_PERIOD, dataShareVerbs, type SyncsQuery, syncsArguments } from '../query.ts';
import { readSynchronizations } from '../read-synchronizations.ts';
import { type Schedule, toSchedule } from '../schedule.ts';

const AREA = 'shares';

/** Whose a button is that reads a share; the list of shares is everybody's. */
export const forReaders = (
  { who }: ViewContext,
  { share = '' }: { readonly share?: string | undefined },
  { policy }: Services,
): boolean => share === '' || mayReadShared(policy.current(), who.objectId, share);

export const syncsCommand = defineCommand({
  name: 'syncs',
  aliases: ['synchronizations', 'synchronisations', 'share syncs', 'data shares'],
  area: AREA,
  effect: 'shows',
  takes: syncsArguments,
  may: forReaders,
  menu: ['groupChat'],
  example: 'syncs settlements failed since Monday by Ursa Bank',
  says: 'example',
  run: (turn, typed, services) => showTyped(turn, services, typed),
});

const showTyped = async (turn: Turn, services: Services, typed: Values<typeof syncsArguments>): Promise<Answer> => {
  const query = { ...typedArguments(syncsCommand, typed), page: 0 };
  return query.share === undefined ? showShares(turn, services, 0) : showSyncs(turn, services, query);
};

export const settingsCommand = defineCommand({
  name: 'sync settings',
  aliases: ['sync schedule', 'synchronization settings', 'share settings'],
  area: AREA,
  effect: 'shows',
  takes: { share: share.first().after('of', 'on', 'for') },
  may: forReaders,
  example: 'sync settings fees',
  says: 'example',
  async run(turn, { share: named }, services) {
    return named === undefined
      ? showShares(turn, services, 0)
      : showSettings(turn, services, { share: named, page: 0 });
  },
});

/** A page of the shares that the policy lets a person see. */
export const showShares = async ({ who, words }: Turn, services: Services, page: number): Promise<Answer> => {
  const known = readableShared(services.policy.current(), who.objectId);
  const title = words.plain('shares.names.title');
  return cardAnswer(renderShares(known, page, words), title, { verb: dataShareVerbs.names, data: { page } });
};

/** A page of a share's synchronizations, read from the vendor now. */
export const showSyncs = async (turn: Turn, services: Services, asked: SyncsQuery): Promise<Answer> => {
  const share = requireShared(services.policy.current(), turn.who.objectId, asked.share ?? '', 'share');
  const now = services.clock.now();
  const from = readSince(asked.since, now, turn.zone) ?? now - DEFAULT_PERIOD;
  const query = { ...asked, share: share.key, since: asked.since && iso(from) };
  const result = await readSynchronizations(services.vendor, share, query, from, callOptions(turn));
  const page = { share, query, result, from, now };
  const again = { verb: dataShareVerbs.syncs, data: buttonData(query) };
  return cardAnswer(renderSyncs(page, turn.words), summaryOf(page, turn.words), again);
};

/** The provider's synchronization schedules of a received share. */
export const showSettings = async (
  turn: Turn,
  services: Services,
  { share = '', page }: Pick<SyncsQuery, 'share' | 'page'>,
): Promise<Answer> => {
  const { words, who } = turn;
  const shared = requireShared(services.policy.current(), who.objectId, share, 'shareSubscription');
  const { subscriptionId, resourceGroup, account, name: shareSubscription } = shared;
  const address = { subscriptionId, resourceGroup, account, shareSubscription };
  const now = services.clock.now();
  const schedules = new Map<string, Schedule>();
  const list = () => services.vendor.list(listSourceShareSynchronizationSettings, address, callOptions(turn));
  for await (const setting of restartable(list)) schedules.set(JSON.stringify(setting), toSchedule(setting, now));
  const card = renderSettings({ shared, schedules: [...schedules.values()], page, now }, words);
  const again = { verb: dataShareVerbs.settings, data: { share: shared.key, page } };
  return cardAnswer(card, words.plain('shares.settings.title', { share: shared.title }), again);
};
