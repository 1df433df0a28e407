import { features } from '#features/index.ts';
import type { Probe } from '#features/probe.ts';
import type { Policy } from '#policy/policy.ts';
import type { Message } from './report.ts';

/** The features that read something of the vendor. */
export const areas = [
  'access',
  'apps',
  'billing',
  'containers',
  'data-share',
  'health',
  'subscriptions',
  'translation',
] as const;

interface AreaCheck {
  readonly title: Message;
  readonly works: Message;
  readonly probe: Probe;
}

/** A check for each thing that the policy names. @param now milliseconds since 1970 */
export const areaChecks = (policy: Policy, now: number): readonly AreaCheck[] =>
  areas.flatMap((area) => {
    const feature = features.find(({ name }) => name === area);
    return (feature?.probes?.(policy, now) ?? []).map((probe) => ({
      title: { text: `doctor.area.${area}`, values: { title: probe.title } } as const,
      works: { text: `doctor.read.${area}` } as const,
      probe,
    }));
  });
