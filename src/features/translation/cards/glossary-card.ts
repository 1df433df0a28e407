import { capitalised, cut, dotted, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { type CardJson, fitCard, some } from '#teams/cards/define-card.ts';
import { type ListButton, type ListRow, type ListView, listCard, pageOf } from '#teams/cards/list.ts';
import { date } from '#teams/cards/view.ts';
import type { ConversationKind } from '#teams/connector/conversations/conversation.ts';
import { formatLanguage } from '../glossary/read-term.ts';
import type { TermRow } from '../glossary/term-store.ts';

export const glossaryVerbs = {
  turn: 'translation.glossary.turn',
  remove: 'translation.glossary.remove',
  add: 'translation.glossary.add',
  import: 'translation.glossary.import',
} as const;

/** A view of the glossary. */
export interface GlossaryQuery {
  /** From 0; beyond the last page, the last page is shown. */
  readonly page: number;
  /** Only terms that contain this text; all if it is empty. */
  readonly search: string;
}

interface Shown {
  readonly terms: readonly TermRow[];
  readonly query: GlossaryQuery;
  /** The change that was just made. */
  readonly news: Markdown;
  readonly editable: boolean;
  /** A term that this press removed, so that it can be restored. */
  readonly removed?: TermRow | undefined;
  readonly kind: ConversationKind;
}

/** The most characters of each. */
const LONGEST = { phrase: 80, translation: 104, person: 60 };

export const glossaryCard = (shown: Shown, words: Words): CardJson =>
  fitCard((share) => listCard.render(viewOfGlossary(shown, words, share)));

/** @param share of long terms that is shown, 1 for the most */
export const viewOfGlossary = (shown: Shown, words: Words, share = 1): ListView => {
  const { terms, query, news, editable, removed } = shown;
  const turnTo = (to: number) => ({ verb: glossaryVerbs.turn, data: { page: to, search: query.search } });
  const { page, rows, more, buttons } = pageOf(terms, query.page, words, turnTo);
  return {
    title: words.markdown('translation.glossary.title'),
    intro: news === '' ? introOf(shown, words) : news,
    rows: rows.map((term) => rowOf(term, { ...query, page }, shown, words, share)),
    more,
    buttons: [
      ...buttons,
      ...(removed ? [putBack(removed, words)] : []),
      ...(editable ? [opener('add', words), opener('import', words)] : []),
    ],
  };
};

const introOf = ({ terms, query, kind }: Shown, words: Words): Markdown => {
  if (query.search !== '') {
    return words.markdown('translation.glossary.found', {
      search: cut(query.search, LONGEST.phrase),
      count: terms.length,
    });
  }
  return words.markdown(terms.length === 0 ? 'translation.glossary.empty' : 'translation.glossary.intro', { kind });
};

const rowOf = (
  term: TermRow,
  query: GlossaryQuery,
  { editable, kind }: Shown,
  words: Words,
  share: number,
): ListRow => ({
  title: words.markdown('translation.glossary.term', {
    phrase: cut(term.phrase, some(LONGEST.phrase, share)),
    translation: cut(term.translation, some(LONGEST.translation, share)),
  }),
  detail: capitalised(
    dotted(
      escapeMarkdown(formatLanguage(term.target, words)),
      term.source === ''
        ? NO_TEXT
        : words.markdown('translation.glossary.fromLanguage', { language: formatLanguage(term.source, words) }),
      kind === 'channel' ? words.markdown(`translation.glossary.holds.${term.scope}`) : NO_TEXT,
    ),
  ),
  note: dotted(
    words.markdown('translation.glossary.by', { who: cut(term.by_name, some(LONGEST.person, share)) }),
    date(Date.parse(term.created_at)),
  ),
  tone: 'Default',
  buttons: editable
    ? [
        {
          title: words.plain('translation.glossary.takeOut'),
          verb: glossaryVerbs.remove,
          data: { id: term.id, ...query },
        },
      ]
    : [],
});

const opener = (name: 'add' | 'import', words: Words): ListButton => ({
  title: words.plain(`translation.glossary.${name}.open`),
  verb: glossaryVerbs[name],
  data: {},
});

/** Opens the form with the removed terms. */
const putBack = ({ phrase, translation, target, source, scope }: TermRow, words: Words): ListButton => ({
  title: words.plain('translation.glossary.putBack'),
  verb: glossaryVerbs.add,
  data: { term: phrase, translation, into: target || '*', of: source || '*', where: scope },
});
