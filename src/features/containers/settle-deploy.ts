import { VendorError } from '../../api/errors/errors.ts';
import type { Step } from '../../api/long-running.ts';
import { provisioningProgress } from '../../api/operations/common.ts';
import { type ContainerGroup, createOrUpdateContainerGroup } from '../../api/operations/container-groups.ts';
import type { Change } from '../../changes/change.ts';
import type { ChangeContext, Confirmation } from '../../changes/change-kind.ts';
import { readSeen, seenOf } from './seen.ts';
import { findGroup, groupAt, isAsAsked } from './standing.ts';
import type { DeployTerms } from './terms.ts';

/** One look; where it was read by its name there is nothing to track. */
type Look = Pick<Step<ContainerGroup>, 'progress' | 'answer'> & Partial<Step<ContainerGroup>>;

const FAILED = 'containers.failure.provisioning';

/** What a look at our own group says. */
export const verdictOn = ({ progress, answer, tracking, waitMs = 0 }: Look): Confirmation => {
  const seen = { ...seenOf(answer), ...(tracking === undefined ? {} : { tracking }) };
  if (progress === 'succeeded') return { is: 'done', seen };
  if (progress === 'running') return { is: 'unsettled', arrived: true, waitMs, seen };
  const state = answer?.provisioningState ?? '';
  const values = { state, said: seen.events?.find(({ type }) => /warning|error/i.test(type))?.message ?? '' };
  return { is: 'failed', arrived: true, failure: { code: state, text: FAILED, values, rules: [] }, seen };
};

/**
 * A group has a name and no number of our own. After a lost answer it counts as ours where it is as it was asked for and was
 * not so before; what differs in secrets only can't be seen, and then the same bytes go out again.
 */
export const settleDeploy = async (change: Change<DeployTerms>, context: ChangeContext): Promise<Confirmation> => {
  const { terms, phase } = change;
  const { vendor, correlation } = context;
  const { tracking, sameBefore } = readSeen(change.seen);
  const arrived = phase === 'arrived';
  if (arrived && tracking !== undefined) {
    try {
      return verdictOn(await vendor.poll(createOrUpdateContainerGroup, tracking, { correlation }));
    } catch (error) {
      if (!(error instanceof VendorError) || error.status !== 404) throw error;
      return { is: 'unsettled', arrived };
    }
  }
  const group = await findGroup(vendor, groupAt(terms), { correlation });
  const ours = group !== undefined && (arrived || (sameBefore !== true && isAsAsked(terms.spec, group)));
  if (!group || !ours) return { is: 'unsettled', arrived };
  return verdictOn({ progress: provisioningProgress(group), answer: group });
};
