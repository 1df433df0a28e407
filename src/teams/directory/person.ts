/** A person of the tenant's directory. */
export interface DirectoryPerson {
  /** In lower case. */
  readonly objectId: string;
  /** As the directory shows it; absent where Steward may not read names. */
  readonly name?: string | undefined;
  /** The user principal name, in lower case; a guest's contains `#ext#`. */
  readonly account?: string | undefined;
  readonly email?: string | undefined;
}
