import type { VendorClient } from '../../src/cloud/client.ts';
import { VendorError } from '../../src/cloud/errors/errors.ts';
import { parseScope, type Scope, scopeContains, scopePath } from '../../src/cloud/request/path.ts';
import { profileOf } from '../../src/cloud/services/profile.ts';
import { GRANT, REMOVE } from '../../src/features/access/requestable.ts';
import { iso } from '../../src/platform/lib/clock.ts';
import type { Database } from '../../src/platform/storage/database.ts';
import { NOW, type StoredGrant, type World } from './world.ts';

/** Puts a world's grants in the place of all that the store has. */
export const storeWorld = async ({ db }: Database, { grants }: World): Promise<void> => {
  await db.deleteFrom('grants').execute();
  await db.deleteFrom('changes').execute();
  for (const grant of grants) {
    await db
      .insertInto('changes')
      .values(changeRow(grant, GRANT, grant.id, grant.guid, grant.state, grant.terms))
      .execute();
    if (grant.isBeingRemoved) {
      await db
        .insertInto('changes')
        .values(changeRow(grant, REMOVE, `${grant.id}r`, null, 'doing', removal(grant)))
        .execute();
    }
    if (grant.state !== 'done') continue;
    if (grant.removedAt !== null) {
      const row = changeRow(grant, REMOVE, `${grant.id}x`, null, 'done', removal(grant));
      await db
        .insertInto('changes')
        .values({ ...row, ended_at: iso(grant.removedAt) })
        .execute();
    }
    await db
      .insertInto('grants')
      .values({
        change_id: grant.id,
        grant_key: grant.id,
        starts_at: iso(grant.start),
        ends_at: grant.end === null ? null : iso(grant.end),
        request: grant.guid,
        removed_at: grant.removedAt === null ? null : iso(grant.removedAt),
        removed_by: grant.removedAt === null ? null : 'Bo Lind',
        removed_reason: null,
        granted_at: iso(grant.grantedAt),
      })
      .execute();
  }
};

const removal = ({ terms, id }: StoredGrant) => ({
  ...{ person: terms['person'], place: terms['place'], role: terms['role'] },
  ...{ reason: 'a proof', ticket: '', by: 'Bo Lind', grant: id },
});

const changeRow = (
  grant: StoredGrant,
  kind: string,
  id: string,
  guid: string | null,
  state: string,
  terms: unknown,
) => ({
  id,
  ref: `R-${id}`,
  kind,
  state,
  ...{ version: 1, terms_version: 1, requester_id: 'somebody', requester_name: 'Somebody', requester_language: 'en' },
  terms_json: JSON.stringify(terms),
  ...{ form: null, answers_json: '{}', rule: 'a rule', needs: 1, open_key: null, source: `source ${id}` },
  deadline_at: iso(NOW),
  finish_by: iso(NOW),
  guid,
  ...{ frozen_json: null, attempts: 1, maybe_sent: 1, phase: 'send', seen_json: null, outcome_json: null, seal: null },
  created_at: iso(grant.grantedAt),
  updated_at: iso(grant.grantedAt),
  ended_at: null,
});

/** The vendor's list of one place and what is below it; a place that cannot be read gives a part first. */
export const vendorOf = ({ listed, unread }: World): Pick<VendorClient, 'list'> => {
  async function* list(_operation: unknown, { scope }: { readonly scope: Scope }) {
    const isUnread = unread.has(scopePath(scope, profileOf('Vendor')));
    const here = listed.filter((schedule) => {
      const at = parseScope(schedule.scope);
      return at !== undefined && scopeContains(scope, at);
    });
    for (const schedule of isUnread ? here.slice(0, 1) : here) yield schedule;
    if (isUnread)
      throw new VendorError({
        code: 'Vendor.Refused',
        text: 'vendor.error.unknown',
        status: 403,
        retryable: false,
      } as never);
  }
  return { list: list as unknown as VendorClient['list'] };
};
