import { choice, language, recognised, text } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { NO_TEXT, normalise, oneLine } from '#platform/lib/text.ts';
import type { ViewContext } from '#teams/cards/buttons.ts';
import { type Answers, LONGEST_INPUT } from '#teams/cards/form.ts';
import { type GlossaryQuery, glossaryCard, glossaryVerbs } from '../cards/glossary-card.ts';
import { formatProblems, parseImport } from '../glossary/import-terms.ts';
import {
  ADD_FORM,
  BEFORE_LANGUAGE,
  BEFORE_SCOPE,
  EVERY_LANGUAGE,
  findTerms,
  glossaryFor,
  IMPORT_FORM,
  LINES_START,
  namedAnswers,
  readTerm,
} from '../glossary/read-term.ts';
import {
  addTerms,
  dropTerm,
  type GlossaryKey,
  glossariesOf,
  type NewTerm,
  type TermRow,
  termsIn,
} from '../glossary/term-store.ts';
import { mayEdit, requireEditor, requireReader } from '../policy.ts';

const AREA = 'translation';
const LONGEST_SEARCH = 40;
const WHOLE: GlossaryQuery = { page: 0, search: '' };

export const glossaryCommand = defineCommand({
  name: 'glossary',
  aliases: ['glossary list', 'list glossary', 'show glossary'],
  area: AREA,
  effect: 'shows',
  takes: { text: recognised('quoted').first() },
  menu: ['groupChat'],
  example: 'glossary',
  run: (turn, { text = '' }, services) =>
    showGlossary(turn, services, { page: 0, search: oneLine(text, LONGEST_SEARCH) }),
});

/** In a term stand words that begin the other arguments elsewhere. */
const term = recognised('term').first().with({ holdsWords: true });
const target = language.orAll(EVERY_LANGUAGE);
const named = {
  language: target.after('in', 'into', 'to').with({ begins: BEFORE_LANGUAGE }),
  of: text.after('from').with({ begins: BEFORE_LANGUAGE }).shownAs('LANGUAGE'),
  scope: choice('scope').printedAfter('for the').after('for', 'in').with({ begins: BEFORE_SCOPE }),
};

export const addCommand = defineCommand({
  name: 'glossary add',
  aliases: ['add to glossary', 'add term'],
  area: AREA,
  effect: 'asks',
  takes: {
    term: term.paired().shownAs('TERM = TRANSLATION'),
    ...named,
  },
  example: 'glossary add Ledger = Hauptbuch in German',
  async run(turn, { term: typed = '', ...said }, services) {
    requireEditor(services.policy.current(), turn);
    return formAnswer(ADD_FORM, { ...readTerm(typed, said.language), ...namedAnswers(said) });
  },
});

export const importCommand = defineCommand({
  name: 'glossary import',
  aliases: ['import glossary'],
  area: AREA,
  effect: 'asks',
  takes: {
    ...named,
    language: target.after('to', 'in', 'into'),
    terms: recognised('lines').printedAfter('\n').with({ startsAt: LINES_START }),
  },
  long: true,
  example: 'glossary import to German',
  async run(turn, { terms = '', ...said }, services) {
    requireEditor(services.policy.current(), turn);
    const lines = terms.replace(/^:/, '').trim();
    const answers = { ...namedAnswers(said), ...givenAnswers({ terms: lines }) };
    const isLong = lines.length > LONGEST_INPUT;
    return isLong ? importLong(turn, services, answers) : formAnswer(IMPORT_FORM, answers);
  },
});

/** Too long for a form: imported as it is, or refused as a whole, because the message itself is still in the chat. */
const importLong = async (turn: Turn, services: Services, answers: Answers): Promise<Answer> => {
  const read = parseImport(answers, turn.words.locale);
  if (read.is === 'terms') return addTermsHere(turn, services, answers.where, read.terms);
  return read.is === 'wrong'
    ? textAnswer('translation.glossary.problem.longWrong', { wrong: formatProblems(read.lines, turn.words) })
    : textAnswer('translation.glossary.problem.longLanguage');
};

/** A term with a single match is removed at once; of several the person chooses. */
export const removeCommand = defineCommand({
  name: 'glossary remove',
  aliases: ['glossary delete', 'remove term', 'remove from glossary'],
  area: AREA,
  effect: 'acts',
  takesAway: true,
  takes: { term, language: named.language, scope: named.scope },
  example: 'glossary remove Ledger in German',
  async run(turn, { term: phrase, ...said }, services) {
    requireEditor(services.policy.current(), turn);
    if (phrase === undefined) return showGlossary(turn, services, WHOLE);
    const terms = await termsIn(services.database.db, glossariesOf(turn.where));
    const [only, ...more] = findTerms(terms, phrase, said, turn.words.locale);
    const search = oneLine(phrase, LONGEST_SEARCH);
    if (!only) return textAnswer('translation.glossary.problem.unknown', { term: search });
    return more.length === 0
      ? removeTerm(turn, services, only.id, WHOLE)
      : showGlossary(turn, services, { page: 0, search });
  },
});

/** Whose a button is that changes a glossary. */
export const forEditors = (viewer: ViewContext, _data: unknown, { policy }: Services): boolean =>
  mayEdit(policy.current(), viewer);

/** The glossaries of the channel and the team. @throws AppError for a person who may not see them */
export const showGlossary = async (
  turn: Turn,
  services: Services,
  query: GlossaryQuery,
  news = NO_TEXT,
  removed?: TermRow,
): Promise<Answer> => {
  const policy = services.policy.current();
  requireReader(policy, turn);
  const all = await termsIn(services.database.db, glossariesOf(turn.where));
  const wanted = normalise(query.search);
  const terms = all.filter(({ phrase, translation }) =>
    [phrase, translation].some((text) => normalise(text).includes(wanted)),
  );
  const editable = mayEdit(policy, turn);
  const card = glossaryCard({ terms, query, news, editable, removed, kind: turn.where.kind }, turn.words);
  const again = { verb: glossaryVerbs.turn, data: { ...query } };
  return cardAnswer(card, turn.words.plain('translation.glossary.title'), again);
};

/** Adds terms, and shows the glossary with the new ones. @param where `team` or `channel` */
export const addTermsHere = async (
  turn: Turn,
  services: Services,
  where: string | undefined,
  terms: readonly NewTerm[],
): Promise<Answer> => {
  requireEditor(services.policy.current(), turn);
  const spot = glossaryFor(turn.where, where);
  if (!spot) return textAnswer('translation.glossary.problem.where');
  const added = await addTerms(services, spot, terms, turn.who.name);
  await recordGlossary(services, turn, spot, { added, replaced: terms.length - added });
  const [only, ...more] = terms;
  const news =
    only && more.length === 0
      ? turn.words.markdown('translation.glossary.news.one', {
          added,
          term: only.phrase,
          translation: only.translation,
        })
      : turn.words.markdown('translation.glossary.news.many', { added, replaced: terms.length - added });
  return showGlossary(turn, services, WHOLE, news);
};

/** Only terms of this conversation's glossaries can be removed here. @throws AppError for a person who may not edit */
export const removeTerm = async (turn: Turn, services: Services, id: string, query: GlossaryQuery): Promise<Answer> => {
  requireEditor(services.policy.current(), turn);
  const terms = await termsIn(services.database.db, glossariesOf(turn.where));
  const term = terms.find((each) => each.id === id);
  if (!term || !(await dropTerm(services.database.db, id))) return showGlossary(turn, services, query);
  const { phrase, translation } = term;
  await recordGlossary(services, turn, term, { removed: 1 });
  const news = turn.words.markdown('translation.glossary.news.removed', { phrase, translation });
  return showGlossary(turn, services, query, news, term);
};

/** Records in the audit who changed a glossary; the terms themselves are in the glossary. */
const recordGlossary = (
  { audit }: Services,
  { who }: Turn,
  { scope, holder }: GlossaryKey,
  counts: Readonly<Record<string, number>>,
): Promise<void> =>
  audit.record({ target: holder, actor: who.objectId, event: 'glossary changed', detail: { scope, ...counts } });
