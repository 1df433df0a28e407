import type { Change } from '../../changes/change.ts';
import { listDoubtful } from '../../changes/repository.ts';
import type { Db } from '../../storage/database.ts';
import { ACCEPT, acceptTerms } from './terms.ts';

const about = acceptTerms.pick({ subscription: true });

/** The acceptance of this subscription that nobody could confirm and that is still looked for: it may have come about. */
export const findDoubt = async (db: Db, subscriptionId: string, now: number): Promise<Change | undefined> =>
  (await listDoubtful(db, ACCEPT, now)).find(
    ({ terms }) => about.parse(terms).subscription.id === subscriptionId.toLowerCase(),
  );
