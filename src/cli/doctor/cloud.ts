import { isOfCloud } from '#platform/identity/cloud.ts';
import type { Setup } from './examine.ts';
import { Failing, type Found, works } from './report.ts';

/** Each address is of the cloud that CLOUD names, which the settings make sure of, and is asked by its names. */
export const checkCloud = ({ cloud, vendor }: Setup['config']): Found<undefined> => {
  const { namespace, management } = vendor;
  if (cloud === undefined || !management) return works({ text: 'doctor.cloud.none' });
  if (!isOfCloud(management.baseUrl, cloud)) return works({ text: 'doctor.cloud.own', values: { cloud } });
  const host = new URL(management.baseUrl).host;
  if (namespace !== 'Microsoft') throw new Failing({ text: 'doctor.cloud.namespace', values: { host } });
  return works({ text: 'doctor.cloud.works', values: { cloud } });
};
