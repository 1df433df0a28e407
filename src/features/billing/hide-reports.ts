import type { Policy } from '../../policy/policy.ts';
import type { Services } from '../feature.ts';
import { reportSubject, shownAccount } from './load-report.ts';
import { changeReport, reportPlaces } from './report-rows.ts';

/** When another policy comes into force, the cards whose amounts may not stand there any more are drawn again without them. */
export const hideReports = (services: Services): void => {
  const { policy, log } = services;
  let before = policy.current();
  policy.onChange((now) => {
    const was = before;
    before = now;
    hideBetween(services, was, now).catch((error) => log.warn('reports not drawn again', { error }));
  });
};

const hideBetween = async ({ database, outbox }: Services, was: Policy, now: Policy): Promise<void> => {
  const places = await reportPlaces(database.db);
  const lost = places.filter((place) => shownAccount(was, place) && !shownAccount(now, place));
  for (const { id } of lost) {
    await database.transaction(async (trx) => {
      const version = await changeReport(trx, id, {});
      if (version !== undefined) await outbox.touch(trx, reportSubject(id), version);
    });
  }
};
