import { levels, nameKinds } from '../../src/alerts/feed/signal.ts';
import { filterWords } from '../../src/alerts/feed/source.ts';
import { policyRules } from '../../src/api/errors/error-texts.ts';
import { changeStates } from '../../src/changes/change.ts';
import { brokenDownBy } from '../../src/features/billing/report/breakdown.ts';
import { rules as anomalyRules } from '../../src/features/billing/report/comparison.ts';
import { deniedActions } from '../../src/features/containers/policy.ts';
import { syncStates as shareOutcomes } from '../../src/features/data-share/synchronization.ts';
import { billingSubTypes, kinds as healthKinds } from '../../src/features/health/kind.ts';
import { helpKey } from '../../src/features/help/topics.ts';
import { features } from '../../src/features/index.ts';
import type { Source } from './source.ts';
import { wordsHandedTo } from './text-uses.ts';

const commands = features.flatMap(({ commands: list = [] }) => list);
const kinds = features.flatMap(({ changes = [] }) => changes.map(({ name }) => name));
const fields = ['duration', 'start', 'reason'];
const billingScopeKinds = ['invoiceSection', 'customer', 'enrollmentAccount'];
/** What a form about a subscription asks for and can do without. */
const subscriptionExtras = ['displayName', 'workload', 'billing', 'reseller', 'group', 'owner', 'tenant', 'tags'];
/** What the forms for container groups ask for, and what a document can have wrong. */
const containerQuestions = [
  ...['place', 'group', 'image', 'os', 'cpu', 'memory', 'restart', 'address', 'ports', 'labelScope'],
  ...['document', 'reason'],
];
const labelScopes = ['TenantReuse', 'SubscriptionReuse', 'ResourceGroupReuse', 'NoReuse', 'Unsecure'];
const fileRules = [
  ...['noYaml', 'nothing', 'textTooLong', 'missing', 'unknown', 'unknownNear', 'readOnly', 'secret', 'takenOut'],
  ...['looksSecret', 'secretName', 'text', 'number', 'wholeNumber', 'flag', 'list', 'fields', 'shape', 'word', 'empty'],
  ...['positive', 'tooSmall', 'tooBig', 'tooLong', 'name', 'label', 'image', 'resourceId', 'groupType', 'oneValue'],
  ...['identityType', 'oneProbe', 'oneSource', 'noVolume', 'twice'],
];
/** What a channel or a watch can say of an incident: judge.ts, news.ts. */
const reasons = [
  ...['fits', 'critical', 'hour', 'day', 'quiet', 'snoozed', 'over', 'small', 'unheard'],
  ...['resolved', 'reopened', 'level', 'regionTouched', 'regionWell', 'review', 'explained'],
  ...['deaf', 'paused', 'filter', 'muted', 'before'],
];

/**
 * Keys that are put together when the program runs, with every word that can stand in their gap; where a helper puts
 * them together, its callers are asked. A pattern that is missing here fails the test of the texts.
 */
export const patternsOf = (sources: readonly Source[]): Readonly<Record<string, readonly string[]>> => {
  const said = (helper: string, place: number, file: RegExp): string[] => wordsHandedTo(sources, helper, place, file);
  return {
    'changes.button.${}': ['approve', 'deny', ...said('plain', 1, /card-buttons/)],
    'changes.ask.${}': said('reasonField', 1, /./),
    'changes.ask.${}Example': said('reasonField', 1, /./),
    'changes.summary.${}': changeStates,
    'changes.state.${}': changeStates,
    'changes.stateName.${}': changeStates,
    'changes.decision.${}': ['approve', 'deny', 'cancel'],
    'changes.refused.${}': said('refuse', 0, /changes\//),
    '${}.kicker': kinds,
    'access.label.${}': said('fact', 0, /describe-grant/),
    'access.status.${}': ['removalAsked', 'removing'],
    'access.memberType.${}': ['direct', 'group', 'inherited'],
    'access.problem.${}': said('problem', 0, /parse-length/),
    'access.limit.${}': ['reason', 'ticket', 'mfa'],
    'access.form.${}': ['duration', 'reason'],
    'access.form.${}Optional': ['start', 'reason'],
    'access.form.${}Missing': fields,
    'access.form.${}Example': fields,
    'billing.refused.${}': ['refused', 'notAllowed'].flatMap((helper) => said(helper, 0, /features\/billing\//)),
    'billing.totals.${}': said('named', 0, /billing\/.*summary-card/),
    'billing.nature.${}': ['charge', 'credit', 'refund'],
    'billing.button.${}': said('turnTo', 1, /billing\/.*transactions-card/),
    'billing.order.${}': ['asCharged', 'largest', 'smallest', 'newest', 'oldest', 'product', 'family'],
    'billing.section.${}': ['amounts', 'refund', 'price', 'product', 'billing', 'tags', 'ids'],
    'billing.field.${}': ['text', 'money', 'number', 'day', 'id'].flatMap((helper) =>
      said(helper, 0, /billing\/.*transaction-card/),
    ),
    'translation.button.${}': [
      ...['from', 'texts', 'alignment', 'change', 'show'],
      ...said('turn', 1, /translation\/.*(translation-card|pages)/),
    ],
    'translation.button.instead.${}': ['from', 'to', 'script', 'category'],
    'translation.card.shortened.${}': ['quote', 'length'],
    'translation.waiting.${}': ['here', 'dialog'],
    'translation.form.${}': [
      'refused',
      ...['to', 'more', 'from', 'script', 'profanity', 'category'].flatMap((id) => [
        id,
        `${id}Missing`,
        `${id}Example`,
      ]),
      ...['moreWrong', 'latin', 'wordsNoAction', 'wordsMarked', 'wordsDeleted'],
    ],
    'translation.glossary.${}': said('turnTo', 1, /translation\/.*glossary-card/),
    'translation.glossary.${}.open': ['add', 'import'],
    'translation.glossary.${}.title': ['add', 'import'],
    'translation.glossary.${}.intro': ['add', 'import'],
    'translation.glossary.${}.submit': ['add', 'import'],
    'translation.glossary.field.${}': ['term', 'translation', 'into', 'terms', 'where'],
    'translation.glossary.example.${}': ['term', 'translation', 'into', 'terms', 'where'],
    'translation.glossary.holds.${}': ['team', 'channel'],
    'translation.glossary.refused.${}': ['edit', 'see'],
    'translation.glossary.wrong.${}': ['noTranslation', 'noPhrase', 'tooLong', 'tooMany', 'twice'],
    'translation.usage.${}': ['month', 'day'],
    'translation.usage.holder.${}': ['person', 'channel', 'tenant'],
    'health.level.${}': levels,
    'health.kind.${}': healthKinds,
    'health.types.${}': [...healthKinds.filter((kind) => kind !== 'other'), ...billingSubTypes],
    'health.subType.${}': billingSubTypes,
    'health.label.${}': [
      ...['line', 'said', 'list'].flatMap((helper) => said(helper, 0, /features\/health\/.*(format|alert-source)/)),
      ...['began', 'expected', 'lasted', 'window', 'retires'],
    ],
    'health.refused.${}': said('refused', 0, /features\/health\//),
    'help.area.${}': [...new Set(commands.map(({ area }) => area))],
    '${}.command.${}': commands.map(helpKey),
    'help.label.${}': said('factOf', 1, /help/),
    'help.where.${}': ['personal', 'channel', 'group'],
    'help.welcome.button.${}': ['request-role', 'my-access', 'health', 'translate', 'help'],
    'help.welcome.${}': ['roles', 'alerts', 'money', 'words'],
    'shares.refused.${}': said('refused', 0, /features\/data-share\//),
    'shares.outcome.${}': shareOutcomes.filter((outcome) => outcome !== 'other'),
    'shares.count.${}': shareOutcomes,
    'shares.button.${}': said('to', 0, /data-share\/.*syncs-card/),
    'shares.failure.${}': said('fact', 0, /data-share\/.*describe-failure/),
    'apps.profile.${}': said('line', 0, /apps\/.*profile-card/),
    'apps.rights.${}': ['untold', 'manager', 'few'],
    'apps.retirement.${}': ['ahead', 'partly', 'over'],
    'apps.refused.${}': ['token', 'appToken'],
    'alerts.mute.${}': nameKinds,
    'requests.${}.title': ['mine', 'waiting'],
    'requests.${}.empty': ['mine', 'waiting'],
    'alerts.why.${}': reasons,
    'alerts.level.${}': levels,
    'alerts.news.${}': ['resolved', 'reopened', 'level', 'regionTouched', 'regionWell', 'review', 'explained'],
    'alerts.button.${}': said('ownButton', 1, /alert-card/),
    'alerts.snooze.${}': ['hour', 'hours', 'morning', 'days'],
    'alerts.held.${}': ['hour', 'day', 'quiet', 'snoozed', 'over', 'paused'],
    'watches.form.${}': [
      ...filterWords,
      ...['what', 'place', 'digest', 'quiet', 'critical', 'language'],
      ...levels.map((level) => `levels.${level}`),
      ...['off', 'hour', 'day'].map((rhythm) => `digests.${rhythm}`),
      ...['no', 'yes'].map((answer) => `criticals.${answer}`),
    ],
    'watches.problem.${}': ['what', 'level', 'digest', 'quiet', 'critical', 'language'],
    'watches.rhythm.${}': ['atOnce', 'hour', 'day'],
    'watches.label.${}': ['what', 'when', 'quiet', 'critical', 'language'],
    'watches.settings.${}': ['watches', 'watch'],
    'watches.button.${}': ['test', 'pause', 'resume', 'stop'],
    'watches.why.${}': ['posted', 'edited', 'replied', 'held', 'digested', 'leftOut'],
    'subscriptions.list.${}': ['toAll', 'toMine'],
    'subscriptions.list.title.${}': ['mine', 'everybody'],
    'subscriptions.list.empty.${}': ['mine', 'everybody'],
    'subscriptions.workload.${}': ['Production', 'DevTest'],
    'subscriptions.help.${}': billingScopeKinds,
    'subscriptions.agreement.${}': billingScopeKinds,
    'subscriptions.form.title.${}': ['new', 'alias'],
    'subscriptions.form.intro.${}': ['new', 'alias'],
    'subscriptions.form.confirm.${}': ['new', 'alias'],
    'subscriptions.label.${}': said('labelled', 0, /features\/subscriptions/),
    'subscriptions.field.${}': ['subscription', 'displayName', 'workload', 'billing', 'reason'],
    'subscriptions.field.${}Optional': subscriptionExtras,
    'subscriptions.example.${}': ['subscription', ...subscriptionExtras, 'reason'],
    'subscriptions.tags.${}': ['noPair', 'noName', 'noValue', 'letters', 'tooLong', 'twice', 'tooMany'],
    'subscriptions.${}.unfinished': ['create', 'accept'],
    'containers.label.${}': [...said('labelled', 0, /features\/containers/), ...said('more', 1, /containers\/.*facts/)],
    'containers.button.${}': said('button', 0, /containers\/deploy/),
    'containers.form.${}': said('page', 1, /containers\/.*deploy-form/),
    'containers.problem.${}': ['noSecret', 'unreadableSecret'],
    'containers.field.${}': containerQuestions,
    'containers.field.${}Optional': ['command', 'gpu', 'environment', 'ports', 'label', 'labelScope', 'document'],
    'containers.example.${}': [...containerQuestions, 'command', 'gpu', 'environment', 'label'],
    'containers.restart.${}': ['Always', 'OnFailure', 'Never'],
    'containers.address.${}': ['none', 'Private', 'Public'],
    'containers.scope.${}': labelScopes,
    'containers.scopeHint.${}': labelScopes,
    'containers.warning.${}': deniedActions,
    'containers.violation.${}': [...deniedActions, 'image', 'containers', 'cpu', 'memory', 'gpu', 'restart', 'secret'],
    'containers.file.${}': fileRules,
    'containers.deploy.title.${}': ['create', 'change'],
    'containers.deploy.summary.${}': ['create', 'change'],
    'reports.by.${}': ['product', ...brokenDownBy],
    'reports.opened.${}': ['breakdown', 'refunds', 'export'],
    'reports.rule.${}': anomalyRules,
    'reports.refused.${}': said('refuseCommand', 0, /features\/billing\//),
    'reports.file.${}': ['uploading', 'declined', 'expired'],
    'reports.file.already.${}': ['uploading', 'there', 'declined', 'expired', 'failed'],
    'vendor.rule.${}': policyRules,
    'vendor.error.${}': [
      ...said('final', 0, /error-texts/),
      ...said('passing', 0, /error-texts/),
      // The failures without an answer, in errors.ts.
      ...['unreachable', 'lost', 'unanswered', 'tooLarge', 'wrongOrigin', 'throttled'],
    ],
  };
};

/** Keys that need not exist: a kind of change may word a state in its own way, or leave it to the engine. */
export const optionalKeys: Readonly<Record<string, readonly string[]>> = {
  'subscriptions.${}.${}': [
    ...['Accepted', 'Pending', 'Succeeded', 'Failed', 'Canceled'].map((word) => `subscriptions.provisioning.${word}`),
    ...['Pending', 'Completed', 'Expired'].map((word) => `subscriptions.ownership.${word}`),
  ],
  'containers.${}.${}': [
    ...['Pending', 'Creating', 'Updating', 'Succeeded', 'Failed', 'Canceled'].map(
      (word) => `containers.provisioning.${word}`,
    ),
    ...['Pending', 'Creating', 'Updating', 'Running', 'Succeeded', 'Failed', 'Stopped', 'Canceled', 'Waiting'].map(
      (word) => `containers.state.${word}`,
    ),
    'containers.state.Terminated',
  ],
  '${}.state.${}': kinds.flatMap((kind) => changeStates.map((state) => `${kind}.state.${state}`)),
};

/** Names of other things that look like the key of a text. */
export const otherNames: ReadonlySet<string> = new Set([
  ...kinds,
  ...features.flatMap(({ actions = [] }) => actions.map(({ verb }) => verb)),
  ...features.flatMap(({ forms = [] }) => forms.map(({ name }) => name)),
  ...['billing.read', 'billing.prune', 'translation.prune'],
  ...[
    'billing.fileEnd',
    'billing_files.version',
    'bot.arrived',
    'bot.prune',
    'changes.deadline',
    'changes.perform',
    'changes.redraw',
  ],
  // A column, an event of the log, and two templates that put other names together.
  ...[
    'alerts.id',
    'alerts.open',
    'alerts.updated_at',
    'alerts.seen_at',
    'alerts.source',
    'alerts.key',
    'alerts.item_json',
  ],
  ...['alerts.look', 'alerts.digest', 'alerts.prune'],
  ...['changes.id', 'policy.problem', '${}.${}', '${}.csv'],
]);
