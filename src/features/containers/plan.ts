import { secretReference } from '../../api/services/secrets.ts';
import { AppError } from '../../lib/errors.ts';
import { clean } from '../../lib/text.ts';
import { type Asking, chosenPlace, groupIn } from './asking.ts';
import { breachesOf } from './breaches.ts';
import { specOfAnswers } from './common-case.ts';
import { documents } from './document/documents.ts';
import { toSpec } from './document/to-spec.ts';
import { isFrom } from './image.ts';
import type { ContainerPlace } from './policy.ts';
import { type GroupSpec, secretsOf, withDigests } from './spec.ts';
import { compare, findGroup } from './standing.ts';
import { type DeployTerms, OTHER, SEVERAL } from './terms.ts';

/** The document that was given: typed into the form, or one that is too long for it. */
export const documentText = ({ answers }: Pick<Asking, 'answers'>): string => answers.document || answers.held || '';

/** Which way the group is said: by the form's questions, or whole. */
export type Kind = 'form' | 'document';

/**
 * What the answers ask for, held against what stands at the vendor now; every field has been checked before.
 * @throws AppError for what the policy does not allow, VendorError where the vendor cannot be read
 */
export const readTerms = async (kind: Kind, asking: Asking): Promise<DeployTerms> => {
  const place = chosenPlace(asking);
  const group = groupIn(asking);
  if (!place || group === '') throw new Error('a group is asked for without a place or a name');
  const { subscriptionId, resourceGroup, key, title } = place;
  const { vendor, correlation, endBy } = asking;
  const found = await findGroup(vendor, { subscriptionId, resourceGroup, group }, { correlation, endBy });
  const [only, ...others] = found?.containers ?? [];
  const container = only && others.length === 0 ? only.name : group;
  const spec =
    kind === 'form' ? specOfAnswers(asking.answers, container, place.location) : await ofDocument(asking, place);
  const [breach] = breachesOf(spec, place);
  if (breach) {
    const values = { place: title, rule: breach.rule };
    throw new AppError({ code: 'Policy.Denied', text: 'containers.failure.denied', values });
  }
  return {
    place: { key, title, subscriptionId, resourceGroup },
    group,
    spec,
    images: imagesOf(spec, place),
    standing: compare(spec, found),
    reason: clean(asking.answers.reason ?? ''),
  };
};

const ofDocument = async (asking: Asking, place: ContainerPlace): Promise<GroupSpec> => {
  const read = await documents.read(documentText(asking));
  if (!read.ok) throw new Error('a document went on with faults');
  const spec = toSpec(read.document);
  return spec.location === undefined && place.location !== undefined ? { location: place.location, ...spec } : spec;
};

/** The policy's name for where all its images come from. */
const imagesOf = (spec: GroupSpec, { images = [] }: ContainerPlace): string => {
  const from = [...spec.containers, ...(spec.initContainers ?? [])].flatMap(({ image }) =>
    image === undefined ? [] : [images.find((one) => isFrom(image, one.from))?.key ?? OTHER],
  );
  const [first = OTHER, ...rest] = new Set(from);
  return rest.length === 0 ? first : SEVERAL;
};

/** The terms with the digest of every secret as it is at this moment. @throws AppError for one that is gone */
export const sealed = async (terms: DeployTerms, { secrets }: Pick<Asking, 'secrets'>): Promise<DeployTerms> => {
  const digests = new Map<string, string>();
  for (const name of secretsOf(terms.spec)) {
    const secret = await secrets(name);
    if (!secret) throw new AppError({ code: 'Policy.NoSecret', text: 'containers.failure.noSecret' });
    digests.set(name, (await secretReference(name, secret)).digest);
  }
  return { ...terms, spec: withDigests(terms.spec, digests) };
};
