import { AppError } from '#platform/lib/errors.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { DELETED } from './group-state.ts';
import { settingLabel } from './setting-label.ts';
import type { ChangedLine, CurrentState, DeployTerms } from './terms.ts';

/** The changes of an existing group that the vendor refuses until the group is deleted. */
export const deletionsOf = ({ changes }: CurrentState): readonly ChangedLine[] =>
  changes.filter(({ path }) => DELETED.test(path));

/** What these are, for a sentence. */
export const deletionValues = ({ group, spec, standing }: DeployTerms, words: Words) => {
  const labels = deletionsOf(standing).map(({ path }) => settingLabel(path, spec.containers.length, words));
  return { group, settings: listed([...new Set(labels)], words) };
};

/** @throws AppError where the vendor would refuse the change of an existing group: it is not requested */
export const refuseDeletions = (terms: DeployTerms, { words }: { readonly words: Words }): void => {
  if (deletionsOf(terms.standing).length === 0) return;
  const values = deletionValues(terms, words);
  throw new AppError({ code: 'Container.NeedsDeletion', text: 'containers.failure.deletion', values });
};
