import type { Feature } from '#features/feature.ts';
import { breakGlass } from './break-glass/kind.ts';
import { mentionRenderer, notifyUndelivered } from './break-glass/notify-skipped.ts';
import { reminderJob, reviewJob } from './break-glass/review-job.ts';
import { breakGlassMigrations } from './break-glass/store.ts';
import { accessReviewRenderer } from './cards/access-review-card.ts';
import { accessReportRenderer } from './cards/access-review-report-card.ts';
import { reviewRenderer } from './cards/review-card.ts';
import { keepAccess, reviewAccess, takeAccess, turnAccessReview, turnReport } from './chat/access-review-commands.ts';
import {
  askFromMessage,
  pressAsk,
  pressExtend,
  pressKeep,
  pressNotNeeded,
  pressRemove,
  pressRemoveOne,
  turnMine,
  turnPlace,
  turnRoles,
} from './chat/actions.ts';
import { breakGlassCommand, pressJustified, pressNotJustified } from './chat/break-glass-commands.ts';
import { breakGlassForm } from './chat/break-glass-form.ts';
import { extend, myAccess, removeAccess, roles } from './chat/commands.ts';
import {
  acknowledgeMismatch,
  askForMismatch,
  drift,
  openMismatch,
  removeMismatch,
  turnDrift,
} from './chat/drift-commands.ts';
import { answerAccessFile, exportWhoHasAccess, pressExport } from './chat/export-commands.ts';
import { extendForm } from './chat/extend-form.ts';
import { removeAllAccess, removeAllForm } from './chat/remove-all-form.ts';
import { removeForm } from './chat/remove-form.ts';
import { requestKit, requestRole, requestRoles } from './chat/request-commands.ts';
import { requestForm } from './chat/request-form.ts';
import { severalForm } from './chat/several-form.ts';
import { suggest, vocabulary } from './chat/vocabulary.ts';
import { whoHasAccess, whoHasAccessNow } from './chat/who-commands.ts';
import { mismatchMigrations, reportMigrations } from './drift/store.ts';
import { reportRenderer, startWeekly, weeklyJob } from './drift/weekly-job.ts';
import { endNoticeJob } from './ending/end-notice.ts';
import { accessExports } from './export/access-export.ts';
import { accessExportMigrations } from './export/store.ts';
import { grant } from './grant.ts';
import { followIncidents } from './incident/incident.ts';
import { incidentMigrations } from './incident/store.ts';
import { accessSection } from './policy.ts';
import { probes } from './probes.ts';
import { removal } from './removal/kind.ts';
import { planRemovals } from './removal/removable-access.ts';
import { requestAccessButton, requestableFor } from './requestable.ts';
import { reviewItemMigrations } from './reviews/item-store.ts';
import { accessReviewJob, scheduleJob, startSchedule } from './reviews/jobs.ts';
import { reviewRemovalJob } from './reviews/removal-job.ts';
import { accessReviewMigrations } from './reviews/store.ts';
import { grantMigrations } from './store.ts';

const driftActions = [turnDrift, openMismatch, removeMismatch, askForMismatch, acknowledgeMismatch];

/** Eligible roles: requesting, listing and removing them. */
export const access: Feature = {
  name: 'access',
  commands: [
    ...[requestRole, requestRoles, requestKit, extend, roles, myAccess, whoHasAccess, whoHasAccessNow, removeAccess],
    ...[exportWhoHasAccess, drift, breakGlassCommand, reviewAccess, removeAllAccess],
  ],
  suggest,
  vocabulary,
  actions: [
    ...[pressRemove, pressExtend, pressNotNeeded, pressAsk, pressRemoveOne, turnMine, turnPlace, turnRoles],
    ...driftActions,
    ...[pressJustified, pressNotJustified, pressKeep],
    ...[keepAccess, takeAccess, turnAccessReview, turnReport, pressExport, answerAccessFile],
  ],
  messageActions: [askFromMessage],
  forms: [requestForm, severalForm, extendForm, removeForm, removeAllForm, breakGlassForm],
  changes: [grant, removal, breakGlass],
  cardButtons: [requestAccessButton],
  removals: planRemovals,
  firstCommands: (services, objectId) =>
    requestableFor(services, objectId).length === 0
      ? []
      : [
          { button: 'request-role', name: 'request role' },
          { button: 'my-access', name: 'my access' },
        ],
  renderers: (services) => [
    ...[reportRenderer(services), reviewRenderer(services), mentionRenderer(services)],
    ...[accessReviewRenderer(services), accessReportRenderer(services), accessExports.renderer(services)],
  ],
  jobs: (services) => [
    ...[endNoticeJob(services), weeklyJob(services), reviewJob(services), reminderJob(services)],
    ...[accessReviewJob(services), reviewRemovalJob(services), scheduleJob(services)],
    ...accessExports.jobsOf(services),
  ],
  start(services) {
    startWeekly(services);
    notifyUndelivered(services);
    startSchedule(services);
    followIncidents(services);
    accessExports.start(services);
  },
  probes,
  sections: [accessSection],
  migrations: {
    ...grantMigrations,
    ...mismatchMigrations,
    ...reportMigrations,
    ...breakGlassMigrations,
    ...accessReviewMigrations,
    ...reviewItemMigrations,
    ...incidentMigrations,
    ...accessExportMigrations,
  },
};
