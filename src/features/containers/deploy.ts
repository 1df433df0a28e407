import type { Step } from '../../api/long-running.ts';
import { type ContainerGroup, createOrUpdateContainerGroup } from '../../api/operations/container-groups.ts';
import type { Change } from '../../changes/change.ts';
import { type ChangeContext, defineChange, type Forbidden } from '../../changes/change-kind.ts';
import { failedBy } from '../../changes/failed-by.ts';
import { AppError } from '../../lib/errors.ts';
import type { Policy } from '../../policy/policy.ts';
import { addsCapabilities, breachesOf, gpusOf, isPrivileged, labelOf } from './breaches.ts';
import { describeDeploy } from './describe-deploy.ts';
import { containerPlaces, imageNames } from './policy.ts';
import type { Seen } from './seen.ts';
import { settleDeploy, verdictOn } from './settle-deploy.ts';
import { secretsOf } from './spec.ts';
import { findGroup, groupAt, isAsAsked, standingPrint } from './standing.ts';
import { DEPLOY, type DeployTerms, deployTerms, NO, NONE, OTHER, SEVERAL, YES } from './terms.ts';

const yesNo = (is: boolean): string => (is ? YES : NO);
const bothWords = [YES, NO];

/** Creating a container group, or changing the one of that name (document 2, Endpoints 1). */
export const deploy = defineChange<DeployTerms>({
  name: DEPLOY,
  terms: deployTerms,
  facets: ({ place, spec, images, standing }) => ({
    place: place.key,
    group: standing.exists ? 'existing' : 'new',
    address: addressOf(spec.ipAddress?.type),
    label: labelOf(spec),
    privileged: yesNo(isPrivileged(spec)),
    capabilities: yesNo(addsCapabilities(spec)),
    gpu: yesNo(gpusOf(spec) > 0),
    secrets: secretsOf(spec).length > 0 ? 'some' : NONE,
    images,
    os: spec.osType.toLowerCase(),
  }),
  facetWords: (policy) => ({
    place: containerPlaces(policy).map(({ key }) => key),
    group: ['new', 'existing'],
    address: [NONE, 'private', 'public'],
    label: [NONE, 'protected', 'unsecure'],
    privileged: bothWords,
    capabilities: bothWords,
    gpu: bothWords,
    secrets: [NONE, 'some'],
    images: [...imageNames(policy), SEVERAL, OTHER],
    os: ['linux', 'windows'],
  }),
  concerns: () => [],
  isFor: () => false,
  forbids: forbiddenGroup,
  openKey: ({ place, group }) => [place.subscriptionId, place.resourceGroup, group].join(' ').toLowerCase(),

  freeze(terms, _intent, vendor) {
    const { subscriptionId, resourceGroup, group } = groupAt(terms);
    const at = { subscriptionId, resourceGroupName: resourceGroup, containerGroupName: group };
    return { call: vendor.freeze(createOrUpdateContainerGroup, { ...at, ...terms.spec }), terms };
  },

  before: lookBefore,
  read: (answer) => verdictOn(answer as Step<ContainerGroup>),

  judge(error, { maybeSent }) {
    // The group is under way, by our own earlier try as it may be: reading tells.
    if (maybeSent && error.status === 409) return { is: 'unsettled', arrived: false };
    return failedBy(error);
  },

  settle: settleDeploy,
  describe: describeDeploy,
});

function addressOf(type: 'Public' | 'Private' | undefined): string {
  return type === undefined ? NONE : type === 'Public' ? 'public' : 'private';
}

function forbiddenGroup({ place, spec }: DeployTerms, policy: Policy): Forbidden | undefined {
  const now = containerPlaces(policy).find(({ key }) => key === place.key);
  const moved =
    now?.subscriptionId !== place.subscriptionId.toLowerCase() ||
    now.resourceGroup.toLowerCase() !== place.resourceGroup.toLowerCase();
  const [breach] = now ? breachesOf(spec, now) : [];
  const rule = moved ? 'place' : breach?.rule;
  return rule && { text: 'containers.failure.forbidden', values: { place: place.title, rule } };
}

/**
 * Whoever approved it saw what it changes: where something else stands by now, nothing goes out. After a try that may have
 * arrived there is nothing to compare with any more.
 */
async function lookBefore(change: Change<DeployTerms>, context: ChangeContext): Promise<Partial<Seen>> {
  const { terms, maybeSent } = change;
  const { vendor, correlation } = context;
  if (maybeSent) return {};
  const standing = await findGroup(vendor, groupAt(terms), { correlation });
  if (standingPrint(standing) === terms.standing.print) {
    return { sameBefore: standing !== undefined && isAsAsked(terms.spec, standing) };
  }
  throw new AppError({ code: 'Container.Moved', text: 'containers.failure.moved', values: { group: terms.group } });
}
