import { VendorError } from '#cloud/errors/errors.ts';
import { translateText } from '#cloud/operations/translation.ts';
import type { Probe } from '#features/probe.ts';
import type { Policy } from '#policy/policy.ts';
import { translationSection } from './policy.ts';

/**
 * A translation of nothing: each word has its price, and the service's free reads, such as its languages, need no key. That it
 * refuses the request itself means that it took the key.
 */
export const probes = (policy: Policy): readonly Probe[] =>
  policy.section(translationSection).use.length === 0
    ? []
    : [
        {
          title: '',
          service: 'translator',
          read: (vendor, options) =>
            vendor.call(translateText, { texts: [''], from: 'en', to: ['de'] }, options).catch((error: unknown) => {
              if (!(error instanceof VendorError) || error.status !== 400) throw error;
            }),
        },
      ];
