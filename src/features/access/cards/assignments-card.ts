import { DAY } from '#platform/lib/clock.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { fullRow, type ListButton, pageOf, type Row, type RowsView, rowsCard } from '#teams/cards/list.ts';
import type { Assignment } from '../assignments.ts';

/** Assignments that end within this many milliseconds are highlighted. */
const SOON_MS = 3 * DAY;

export interface AssignmentsPage {
  readonly title: Markdown;
  readonly empty: Markdown;
  readonly assignments: readonly Assignment[];
  /** From 0. */
  readonly page: number;
  /** Whether each row names the person. */
  readonly showPerson: boolean;
  readonly now: number;
  readonly buttons: readonly ListButton[];
  /** What the person can do about one of them. */
  rowButtons?(assignment: Assignment): Pick<Row, 'acts' | 'shows' | 'links'>;
  /** The button that leads to another page. */
  turnTo(page: number): Omit<ListButton, 'title'>;
}

/** A page of eligibilities: role and place, end, and membership. */
export const assignmentsView = (view: AssignmentsPage, words: Words): RowsView => {
  const { rows, more, buttons } = pageOf(view.assignments, view.page, words, view.turnTo);
  return {
    title: view.title,
    intro: view.assignments.length === 0 ? view.empty : NO_TEXT,
    rows: rows.map((assignment) => fullRow(toRow(assignment, view, words))),
    more,
    buttons: [...buttons, ...view.buttons],
  };
};

export const assignmentsCard = (...page: Parameters<typeof assignmentsView>): CardJson =>
  rowsCard.render(assignmentsView(...page));

const toRow = (assignment: Assignment, view: AssignmentsPage, words: Words): Row => {
  const { person, role, place, end } = assignment;
  const what = words.markdown('access.form.offer', { role: role.title, place: place.title });
  const soon = end !== undefined && end - view.now < SOON_MS;
  return {
    title: view.showPerson ? escapeMarkdown(person.name) : what,
    detail: view.showPerson ? what : NO_TEXT,
    note: [
      windowText(assignment, view.now, words),
      memberTypeText(assignment, words),
      ...conditionText(assignment, words),
    ].join(' · ') as Markdown,
    tone: soon ? 'Warning' : 'Default',
    ...view.rowButtons?.(assignment),
  };
};

const memberTypeText = ({ held, through }: Assignment, words: Words): Markdown =>
  words.markdown(`access.memberType.${held}`, { through });

const conditionText = ({ condition }: Assignment, words: Words): readonly Markdown[] =>
  condition === undefined ? [] : [words.markdown('access.condition.limited')];

const windowText = ({ start, end }: Assignment, now: number, words: Words): Markdown => {
  const until =
    end === undefined
      ? words.markdown('access.status.always')
      : `${words.markdown('access.status.until')} ${words.moment(end)}`;
  const later =
    start !== undefined && start > now ? ` · ${words.markdown('access.window.from')} ${words.moment(start)}` : '';
  return `${until}${later}` as Markdown;
};
