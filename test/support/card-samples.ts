import { accessReviewSamples } from './cards/access-review-samples.ts';
import { administrationSamples } from './cards/administration-samples.ts';
import { alertSamples } from './cards/alert-samples.ts';
import { appSamples } from './cards/app-samples.ts';
import { batchSamples } from './cards/batch-samples.ts';
import { billingSamples } from './cards/billing-samples.ts';
import { breakGlassSamples } from './cards/break-glass-samples.ts';
import { changeSamples } from './cards/change-samples.ts';
import { containerSamples } from './cards/container-samples.ts';
import { driftSamples } from './cards/drift-samples.ts';
import { endingSamples } from './cards/ending-samples.ts';
import { glossarySamples } from './cards/glossary-samples.ts';
import { healthSamples } from './cards/health-samples.ts';
import { noticeSamples } from './cards/notice-samples.ts';
import { onBehalfSamples } from './cards/on-behalf-samples.ts';
import { previewSamples } from './cards/preview-samples.ts';
import { figuresSamples } from './cards/report-samples.ts';
import { requestSamples } from './cards/request-samples.ts';
import { roleSamples } from './cards/role-samples.ts';
import type { CardSample } from './cards/sample.ts';
import { severalSamples } from './cards/several-samples.ts';
import { shareSamples } from './cards/share-samples.ts';
import { sharedSamples } from './cards/shared-samples.ts';
import { signInSamples } from './cards/sign-in-samples.ts';
import { subscriptionSamples } from './cards/subscription-samples.ts';
import { translationSamples } from './cards/translation-samples.ts';
import { watchSamples } from './cards/watch-samples.ts';
import { whoSamples } from './cards/who-samples.ts';

/** A sample of every variant of every card, for the tests of templates and for the gallery. */
export const cardSamples: readonly CardSample[] = [
  ...administrationSamples,
  ...alertSamples,
  ...appSamples,
  ...billingSamples,
  ...breakGlassSamples,
  ...changeSamples,
  ...signInSamples,
  ...batchSamples,
  ...noticeSamples,
  ...endingSamples,
  ...onBehalfSamples,
  ...requestSamples,
  ...roleSamples,
  ...driftSamples,
  ...accessReviewSamples,
  ...containerSamples,
  ...figuresSamples,
  ...glossarySamples,
  ...healthSamples,
  ...shareSamples,
  ...sharedSamples,
  ...previewSamples,
  ...severalSamples,
  ...subscriptionSamples,
  ...translationSamples,
  ...watchSamples,
  ...whoSamples,
];
