import { VendorError } from '#cloud/errors/errors.ts';
import type { Step } from '#cloud/long-running.ts';
import { type ContainerGroup, createOrUpdateContainerGroup } from '#cloud/operations/container-groups.ts';
import { provisioningProgress } from '#cloud/response/common.ts';
import type { Change } from '#engine/changes/change.ts';
import {
  type ChangeButton,
  type ChangeContext,
  type Confirmation,
  type Description,
  defineChange,
  type Forbidden,
} from '#engine/changes/change-kind.ts';
import { type Observation, provisioningConfirmation, provisioningError, timedOutText } from '#features/provisioning.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import { termsFacts } from './change-facts.ts';
import { observedFacts } from './facts.ts';
import {
  findGroup,
  fingerprintOf,
  groupAt,
  hasSettings,
  type ObservedState,
  observedStateOf,
  readObservedState,
} from './group-state.ts';
import { containerPlaces, imageNames, maySee } from './policy.ts';
import { addsCapabilities, gpusOf, isPrivileged, labelOf, violationsOf } from './policy-violations.ts';
import {
  containerVerbs,
  DEPLOY,
  type DeployTerms,
  deployTerms,
  NO,
  NONE,
  OTHER,
  SEVERAL,
  secretsOf,
  YES,
} from './terms.ts';

const yesNo = (is: boolean): string => (is ? YES : NO);
const bothWords = [YES, NO];

/** Creates or updates a container group (docs/sources.md, Container groups). */
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

  checkBefore: checkBeforeSending,
  readAnswer: (answer) => confirmationOf(answer as Step<ContainerGroup>),

  readError: provisioningError,
  reconcile: reconcileDeploy,
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
  const [violation] = now ? violationsOf(spec, now) : [];
  const rule = moved ? 'place' : violation?.rule;
  return rule && { text: 'containers.failure.forbidden', values: { place: place.title, rule } };
}

/**
 * Approvers saw what changes: if the group has changed since, nothing is sent. After an attempt that may have arrived
 * no comparison is possible.
 */
async function checkBeforeSending(
  change: Change<DeployTerms>,
  context: ChangeContext,
): Promise<Partial<ObservedState>> {
  const { terms, maybeSent } = change;
  const { vendor, correlation } = context;
  if (maybeSent) return {};
  const group = await findGroup(vendor, groupAt(terms), { correlation });
  if (fingerprintOf(group) === terms.standing.print) {
    return { sameBefore: group !== undefined && hasSettings(terms.spec, group) };
  }
  throw new AppError({ code: 'Container.Moved', text: 'containers.failure.moved', values: { group: terms.group } });
}

/** The vendor's report on a group that Steward deployed. */
const confirmationOf = (step: Observation<ContainerGroup>): Confirmation => {
  const { answer, tracking } = step;
  const seen = { ...observedStateOf(answer), ...(tracking === undefined ? {} : { tracking }) };
  const state = answer?.provisioningState ?? '';
  const said = seen.events?.find(({ type }) => /warning|error/i.test(type))?.message ?? '';
  return provisioningConfirmation(step, seen, {
    code: state,
    text: 'containers.failure.provisioning',
    values: { state, said },
  });
};

/**
 * A group has a name but no id of ours. After a lost answer it counts as ours if its settings are the requested ones and were
 * not before. Differences in secrets alone are invisible; then the same bytes are sent again.
 */
async function reconcileDeploy(change: Change<DeployTerms>, context: ChangeContext): Promise<Confirmation> {
  const { terms, phase } = change;
  const { vendor, correlation } = context;
  const { tracking, sameBefore } = readObservedState(change.seen);
  const arrived = phase === 'arrived';
  if (arrived && tracking !== undefined) {
    try {
      return confirmationOf(await vendor.poll(createOrUpdateContainerGroup, tracking, { correlation }));
    } catch (error) {
      if (!(error instanceof VendorError) || error.status !== 404) throw error;
      return { is: 'unsettled', arrived };
    }
  }
  const group = await findGroup(vendor, groupAt(terms), { correlation });
  const ours = group !== undefined && (arrived || (sameBefore !== true && hasSettings(terms.spec, group)));
  if (!group || !ours) return { is: 'unsettled', arrived };
  return confirmationOf({ progress: provisioningProgress(group), answer: group });
}

const PENDING_TEXTS = ['containers.next.unfinished', 'containers.next.unfinishedEnd'] as const;

/** One card from request to running group: requested settings, changes, and provisioning. */
async function describeDeploy(change: Change<DeployTerms>, context: ChangeContext, words: Words): Promise<Description> {
  const { terms, state } = change;
  const seen = readObservedState(change.seen);
  const kind = terms.standing.exists ? 'change' : 'create';
  const named = { group: terms.group, place: terms.place.title };
  return {
    title: words.markdown('containers.deploy.title', named),
    summary: words.plain(`containers.deploy.summary.${kind}`, named),
    facts: [...termsFacts(terms, words), ...observedFacts(seen, words)],
    reason: terms.reason,
    buttons: [
      ...(state === 'done' || state === 'failed'
        ? [{ ...button('now', containerVerbs.current, words), may: (id: string) => maySee(context.policy, id) }]
        : []),
      button('details', containerVerbs.details, words),
    ],
    ...timedOutText(change, 'containers.deploy.unfinished', PENDING_TEXTS, context.now, words),
  };
}

const button = (name: TextName<'containers.button'>, verb: string, words: Words): ChangeButton => ({
  title: words.plain(`containers.button.${name}`),
  verb,
  tone: 'default',
  fields: [],
});
