import type { Change } from '#engine/changes/change.ts';
import type { Services } from '#features/feature.ts';
import { findRequest } from '#features/requests/find-request.ts';
import cases from '../../fixtures/requests/found.json' with { type: 'json' };

const refs = ['R-7KQ2M', 'R-33333', 'R-HHHHH'];
const all = refs.map((ref) => ({ id: ref, ref }) as Change);
const byRef = (ref: string) => all.find((one) => one.ref === ref);
const services = {
  changes: {
    findByRef: async (ref: string) => byRef(ref),
    maySee: ({ ref }: Change, objectId: string) => objectId === 'ana' && ref !== 'R-HHHHH',
    changesOn: async (subject: string) => [byRef(subject)].filter((one) => one !== undefined),
  },
} as unknown as Services;

it.each(cases.found)(
  'of a request that somebody means by $what',
  async ({ ref, pointed, by = 'thread', fits = [], ...is }) => {
    const asked = {
      ...{ ref, objectId: 'ana' },
      pointed: async () => ({ by: by as 'thread' | 'reply', subjects: pointed }),
    };
    const found = await findRequest(services, asked, async (change) => (fits as string[]).includes(change.ref));
    const { found: ofRef, unknown } = is as { found?: string; unknown?: string };
    if (ofRef !== undefined) expect(found).toEqual({ is: 'found', change: byRef(ofRef) });
    else expect(found).toEqual(unknown === undefined ? { is: 'unnamed' } : { is: 'unknown', ref: unknown });
  },
);
