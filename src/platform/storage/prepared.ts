import type { CompiledQuery, QueryResult } from 'kysely';
import { isPostgres } from './claim.ts';
import type { Db } from './database.ts';
import { bindable } from './failure.ts';

/** Stands for a value while its query is built. */
export class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }

  /** A value that is computed while the query is built would be the same in every run. */
  [Symbol.toPrimitive](): never {
    throw new TypeError('a prepared query takes its values as they are: compute them before');
  }
}

/**
 * A query that runs with every turn, built once for each engine: to build it takes about as long as to run it.
 * @param build gets placeholders for the values: it throws TypeError where it computes with one
 */
export const prepared = <V extends readonly unknown[], R>(
  build: (db: Db, ...values: V) => CompiledQuery<R>,
): ((db: Db, ...values: V) => Promise<QueryResult<R>>) => {
  const built = new Map<boolean, CompiledQuery<R>>();
  const placeholders = Array.from({ length: build.length - 1 }, (_, index) => new Placeholder(index));

  return (db, ...values) => {
    const engine = isPostgres(db);
    let query = built.get(engine);
    if (!query) {
      query = build(db, ...(placeholders as unknown as V));
      built.set(engine, query);
    }
    const parameters = query.parameters.map((given) =>
      given instanceof Placeholder ? bindable(values[given.index]) : given,
    );
    return db.executeQuery({ ...query, parameters });
  };
};
