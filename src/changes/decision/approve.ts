import { iso } from '../../lib/clock.ts';
import type { Trx } from '../../storage/database.ts';
import type { Change } from '../change.ts';
import { advance, type ChangesCore } from '../core.ts';
import { schedulePerform } from '../execution/perform.ts';
import { changesPolicy } from './rules.ts';

/**
 * The intent before the effect: the GUID, the exact bytes and the time until which we try are committed together with
 * the approval; the job that sends them starts from this row alone.
 */
export const approve = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
  by: { readonly actor: string; readonly terms: unknown; readonly detail?: Readonly<Record<string, unknown>> },
): Promise<Change | undefined> => {
  const now = core.clock.now();
  const guid = core.ids.guid();
  const { call, terms } = core.kindOf(change.kind).freeze(by.terms, { guid, now }, core.vendor);
  const moved = await advance(core, trx, change, {
    patch: {
      state: 'approved',
      guid,
      frozen_json: JSON.stringify(call),
      terms_json: JSON.stringify(terms),
      finish_by: iso(now + changesPolicy(core.policy.current()).finishWithin),
    },
    actor: by.actor,
    event: 'approved',
    detail: { ...by.detail, guid, terms },
  });
  if (moved) await schedulePerform(core, trx, moved, now);
  return moved;
};
