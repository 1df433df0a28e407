import type { Locator } from 'playwright-core';
import { vendorAuthorization } from '../../test/support/story.ts';
import type { Fault } from '../cloud/faults/faults.ts';
import { cloud, people } from '../world.ts';
import type { Person } from './person.ts';

/** As the public service was seen: its lists show a change so much later. */
const LAG_MS = 180_000;

/** An empty bucket refuses what comes at once; after the wait there is room again. */
const REFUSED = 2;

/** The vendor of a running Steward, made as inconvenient as the public service. */
export interface SlowVendor {
  /** From now on lists show each change three minutes later. */
  lag(): Promise<void>;
  /** The next two calls are refused with 429. @param retryAfter seconds, as the gateway sends them */
  throttle(retryAfter: number): Promise<void>;
  /** How often the vendor's list has Ana's role of the tour: contributor on payments. */
  listed(): Promise<number>;
}

interface ListPage {
  readonly value: readonly { readonly properties: { readonly roleDefinitionId: string; readonly scope: string } }[];
  readonly nextLink?: string;
}

/** @param url of the vendor sandbox */
export const slowVendor = (url: string): SlowVendor => {
  const set = async (faults: readonly Fault[]): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/__sandbox/faults`, { method: 'POST', headers, body: JSON.stringify(faults) });
    if (answer.status !== 200) throw new Error(`the vendor's faults answer ${answer.status}`);
  };
  const scope = `/subscriptions/${cloud.subscriptions.production.id}`;
  const pages = async (address: string, authorization: string): Promise<ListPage['value']> => {
    const answer = await fetch(address, { headers: { authorization } });
    // The test's own reading is throttled too; it comes again.
    if (answer.status === 429) return pages(address, authorization);
    const { value, nextLink } = (await answer.json()) as ListPage;
    return nextLink === undefined ? value : [...value, ...(await pages(nextLink, authorization))];
  };
  return {
    lag: () => set([{ kind: 'list-lag', ms: LAG_MS }]),
    throttle: (retryAfter) => set([{ kind: 'throttle', retryAfter, count: REFUSED }]),
    async listed() {
      const filter = encodeURIComponent(`principalId eq '${people.ana.objectId}' and atScope()`);
      const list = `${url}${scope}/providers/Vendor.Authorization/roleEligibilitySchedules?api-version=2020-10-01`;
      const rows = await pages(`${list}&$filter=${filter}`, await vendorAuthorization(url));
      return rows.filter(({ properties }) => properties.roleDefinitionId.endsWith(cloud.roles.contributor.id)).length;
    },
  };
};

const ROLE = 'Contributor on Payments Production';
const ANSWER = `What ${people.ana.name} is eligible for`;
const PATIENCE_MS = 120_000;
/** An answer is there by then, or says that it is not. */
const LOOK_MS = 10_000;

/**
 * How often Ana is told that she has the role of the tour. A refusal for too many calls is answered as anybody would: by pressing its
 * button.
 * @param ana in her own chat
 */
export const rolesShownTo = async (ana: Person): Promise<number> => {
  const answers = ana.page.getByText(ANSWER);
  const before = await answers.count();
  await ana.write('my access');
  const end = Date.now() + PATIENCE_MS;
  while (!(await appears(answers.nth(before)))) {
    if (Date.now() > end) throw new Error('“my access” was not answered');
    await ana.page.getByRole('button', { name: 'Try again', exact: true }).last().click();
  }
  return ana.message(ANSWER).getByText(ROLE).count();
};

const appears = (what: Locator): Promise<boolean> =>
  what.waitFor({ timeout: LOOK_MS }).then(
    () => true,
    () => false,
  );
