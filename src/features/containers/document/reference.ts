import { SECRET_NAME, type SecretReference } from '../../../api/services/secrets.ts';

/** A reference whose digest is added when somebody asks; undefined for what can be no name of a secret. */
export const secretReferenceTo = (name: string): SecretReference | undefined =>
  SECRET_NAME.test(name) ? { secretRef: name, digest: '' } : undefined;
