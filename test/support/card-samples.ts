import { administrationSamples } from './cards/administration-samples.ts';
import { alertSamples } from './cards/alert-samples.ts';
import { appSamples } from './cards/app-samples.ts';
import { batchSamples } from './cards/batch-samples.ts';
import { billingSamples } from './cards/billing-samples.ts';
import { breakGlassSamples } from './cards/break-glass-samples.ts';
import { changeSamples } from './cards/change-samples.ts';
import { containerSamples } from './cards/container-samples.ts';
import { glossarySamples } from './cards/glossary-samples.ts';
import { healthSamples } from './cards/health-samples.ts';
import { previewSamples } from './cards/preview-samples.ts';
import { figuresSamples } from './cards/report-samples.ts';
import { requestSamples } from './cards/request-samples.ts';
import type { CardSample } from './cards/sample.ts';
import { severalSamples } from './cards/several-samples.ts';
import { shareSamples } from './cards/share-samples.ts';
import { sharedSamples } from './cards/shared-samples.ts';
import { subscriptionSamples } from './cards/subscription-samples.ts';
import { translationSamples } from './cards/translation-samples.ts';
import { watchSamples } from './cards/watch-samples.ts';

/** A sample of every shape that a template takes, and of its longest view: for the tests of templates and for the gallery. */
export const cardSamples: readonly CardSample[] = [
  ...administrationSamples,
  ...alertSamples,
  ...appSamples,
  ...billingSamples,
  ...changeSamples,
  ...breakGlassSamples,
  ...batchSamples,
  ...requestSamples,
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
];
