import type { ContainerGroup } from '#cloud/operations/container-groups.ts';
import { secretReference } from '#cloud/services/secrets.ts';
import { AppError } from '#platform/lib/errors.ts';
import { clean } from '#platform/lib/text.ts';
import { documents, readOwn, toSpec } from '../document/documents.ts';
import type { Path } from '../document/problems.ts';
import { linesOfSpec } from '../group-lines.ts';
import { compare, findGroup } from '../group-state.ts';
import type { ContainerPlace } from '../policy.ts';
import { isFrom, violationsOf } from '../policy-violations.ts';
import { type DeployTerms, type GroupSpec, OTHER, referencesIn, SEVERAL, secretsOf, withDigests } from '../terms.ts';
import { specOfAnswers } from './answers.ts';
import { chosenPlace, type DeployFormContext, groupName } from './context.ts';
import { readImageSpec } from './image-request.ts';
import { hiddenValuesOf, isNamed } from './secret-names.ts';

/** The given document: typed into the form, or one too long for it. */
export const documentText = ({ answers }: Pick<DeployFormContext, 'answers'>): string =>
  answers.document || answers.held || '';

/** How the group is given: by the form's questions, as a document, or as it is now with another image. */
export type FormKind = 'form' | 'document' | 'image';

/** What is requested, and what of the document and of the group is not in it. */
export interface Requested {
  readonly terms: DeployTerms;
  /** Paths in the document. */
  readonly leftOut: readonly Path[];
  /** Paths of values that the group has, that the vendor never returns, and that the request does not name. */
  readonly secretsLost: readonly string[];
}

/**
 * The requested terms, compared with the vendor's current state; every field has been checked before.
 * @throws AppError for what the policy forbids, VendorError where the vendor cannot be read
 */
export const readTerms = async (kind: FormKind, form: DeployFormContext): Promise<Requested> => {
  const place = chosenPlace(form);
  const group = groupName(form);
  if (!place || group === '') throw new Error('the deploy form has no place or no name');
  const { subscriptionId, resourceGroup, key, title } = place;
  const { vendor, correlation, endBy } = form;
  const found = await findGroup(vendor, { subscriptionId, resourceGroup, group }, { correlation, endBy });
  const { spec, leftOut = [] } = await readSpec[kind](form, place, found);
  const [violation] = violationsOf(spec, place);
  if (violation) {
    const values = { place: title, rule: violation.rule };
    throw new AppError({ code: 'Policy.Denied', text: 'containers.failure.denied', values });
  }
  const terms = {
    place: { key, title, subscriptionId, resourceGroup },
    group,
    spec,
    images: imagesOf(spec, place),
    standing: compare(spec, found),
    reason: clean(form.answers.reason ?? ''),
  };
  return { terms, leftOut, secretsLost: found ? secretsLost(spec, found) : [] };
};

const secretsLost = (spec: GroupSpec, found: ContainerGroup): readonly string[] => {
  const named = new Map(referencesIn(spec));
  const lines = linesOfSpec(spec);
  const lost = hiddenValuesOf(found).filter((value) => !isNamed(named, value) && !lines.has(value.path));
  return lost.map(({ path }) => path);
};

type ReadSpec = (
  form: DeployFormContext,
  place: ContainerPlace,
  found: ContainerGroup | undefined,
) => Promise<{ readonly spec: GroupSpec; readonly leftOut?: readonly Path[] }>;

const readSpec: Readonly<Record<FormKind, ReadSpec>> = {
  async form({ answers, ...form }, place, found) {
    const [only, ...others] = found?.containers ?? [];
    const container = only && others.length === 0 ? only.name : groupName({ answers, ...form });
    return { spec: specOfAnswers(answers, container, locationOf(place, found)) };
  },
  document: readDocumentSpec,
  image: async (form) => ({ spec: await readImageSpec(form) }),
};

/** A group stays where it is; a new one goes where the policy says. */
const locationOf = (place: ContainerPlace, found: ContainerGroup | undefined): string | undefined =>
  found?.location ?? place.location;

async function readDocumentSpec(
  form: DeployFormContext,
  place: ContainerPlace,
  found: ContainerGroup | undefined,
): ReturnType<ReadSpec> {
  const read = await documents.read(documentText(form), found && readOwn(found).own);
  if (!read.ok) throw new Error('the document has faults');
  const spec = toSpec(read.document);
  const location = locationOf(place, found);
  const { leftOut } = read;
  return { spec: spec.location === undefined && location !== undefined ? { location, ...spec } : spec, leftOut };
}

/** The policy's name for the source of all its images. */
const imagesOf = (spec: GroupSpec, { images = [] }: ContainerPlace): string => {
  const from = [...spec.containers, ...(spec.initContainers ?? [])].flatMap(({ image }) =>
    image === undefined ? [] : [images.find((one) => isFrom(image, one.from))?.key ?? OTHER],
  );
  const [first = OTHER, ...rest] = new Set(from);
  return rest.length === 0 ? first : SEVERAL;
};

/** The terms with the current digest of every secret. @throws AppError for a missing secret */
export const withSecretDigests = async (
  terms: DeployTerms,
  { secrets }: Pick<DeployFormContext, 'secrets'>,
): Promise<DeployTerms> => {
  const digests = new Map<string, string>();
  for (const name of secretsOf(terms.spec)) {
    const secret = await secrets(name);
    if (!secret) throw new AppError({ code: 'Policy.NoSecret', text: 'containers.failure.noSecret' });
    digests.set(name, (await secretReference(name, secret)).digest);
  }
  return { ...terms, spec: withDigests(terms.spec, digests) };
};
