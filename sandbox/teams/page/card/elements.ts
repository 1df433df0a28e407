import type { SerializationContext } from 'adaptivecards';
import type { FoundChoice } from '../../api.ts';

interface Bar {
  readonly label: string;
  readonly value: number;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const barsOf = (data: unknown): readonly Bar[] =>
  (Array.isArray(data) ? data : [])
    .filter(isObject)
    .map(({ x, y }) => ({ label: String(x ?? ''), value: typeof y === 'number' ? y : 0 }));

const named = (tag: string, className: string, text = ''): HTMLElement => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
};

/** Chart.HorizontalBar, which Teams draws beyond Adaptive Cards 1.5; here as Teams draws it without an axis. */
export class BarChart extends AdaptiveCards.CardElement {
  private title = '';
  private bars: readonly Bar[] = [];

  override getJsonTypeName(): string {
    return 'Chart.HorizontalBar';
  }

  protected override internalParse(
    source: Readonly<Record<string, unknown>>,
    context: InstanceType<typeof SerializationContext>,
  ): void {
    super.internalParse(source, context);
    this.title = String(source['title'] ?? '');
    this.bars = barsOf(source['data']);
  }

  protected override internalRender(): HTMLElement {
    const chart = named('figure', 'bar-chart');
    chart.append(named('figcaption', 'bar-chart-title', this.title));
    const most = Math.max(...this.bars.map(({ value }) => value), 0);
    const list = named('ul', 'bar-chart-bars');
    for (const { label, value } of this.bars) list.append(this.drawBar(label, value, most));
    chart.append(list);
    return chart;
  }

  private drawBar(label: string, value: number, most: number): HTMLElement {
    const row = named('li', 'bar-chart-row');
    const bar = named('span', 'bar-chart-bar');
    bar.style.width = `${most > 0 ? (100 * value) / most : 0}%`;
    const track = named('span', 'bar-chart-track');
    track.append(bar);
    row.append(
      named('span', 'bar-chart-label', label),
      track,
      named('span', 'bar-chart-value', value.toLocaleString()),
    );
    return row;
  }
}

const OPEN = 'ac-choiceSetInput-filtered-dropdown-open';
const FIELDS = '.ac-choiceSetInput-filtered-textbox';
/** A press on a choice takes the focus before it is heard. */
const lingerMs = 200;

/**
 * Input.ChoiceSet in the style `filtered`, as Teams shows it: people type, and the list below holds what fits. The official
 * renderer leaves static lists to the browser, and shows the value of a chosen one in place of its title.
 */
export class SearchInput extends AdaptiveCards.ChoiceSetInput {
  /** Names the list that the bot searches; empty where the card holds all choices. */
  dataset = '';

  override isDynamicTypeahead(): boolean {
    return this.style === 'filtered' && !this.isMultiSelect;
  }

  protected override internalParse(source: Readonly<Record<string, unknown>>, context: SerializationContext): void {
    super.internalParse(source, context);
    const { dataset } = (source['choices.data'] ?? {}) as { readonly dataset?: unknown };
    this.dataset = typeof dataset === 'string' ? dataset : '';
  }

  protected override internalRender(): HTMLElement | undefined {
    const element = super.internalRender();
    const box = element?.querySelector<HTMLInputElement>(FIELDS);
    const list = this.getDropdownElement();
    if (!element || !box || !list) return element;
    box.value = this.choices.find(({ value }) => value === this.defaultValue)?.title ?? this.defaultValue ?? '';
    box.autocomplete = 'off';
    box.addEventListener('blur', () => setTimeout(() => list.classList.remove(OPEN), lingerMs));
    box.addEventListener('keydown', ({ key }) => key === 'Escape' && list.classList.remove(OPEN));
    describe(box, list);
    return element;
  }

  /** The renderer labels the frame around the field, which screen readers do not name the field by. */
  protected override updateInputControlAriaLabelledBy(): void {
    super.updateInputControlAriaLabelledBy();
    const frame = this.renderedInputControlElement;
    const box = frame?.querySelector(FIELDS);
    const labels = frame?.getAttribute('aria-labelledby');
    if (!box || !labels) return;
    box.setAttribute('aria-labelledby', labels);
    frame?.removeAttribute('aria-labelledby');
  }

  /** Adds what the bot found for a text that is still there. */
  add(text: string, found: readonly FoundChoice[]): void {
    const known = new Set(this.choices.map(({ value }) => value));
    for (const { title, value } of found) {
      if (!known.has(value)) this.choices.push(new AdaptiveCards.Choice(title, value));
    }
    this.renderChoices(text, []);
  }
}

/** For screen readers: which list belongs to the field, and whether it is open. */
const describe = (box: HTMLInputElement, list: HTMLElement): void => {
  list.id = `choices-${crypto.randomUUID()}`;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Choices');
  box.setAttribute('role', 'combobox');
  box.setAttribute('aria-autocomplete', 'list');
  box.setAttribute('aria-controls', list.id);
  const tell = () => {
    for (const choice of list.children) choice.setAttribute('role', 'option');
    box.setAttribute('aria-expanded', String(list.classList.contains(OPEN)));
  };
  new MutationObserver(tell).observe(list, { attributes: true, attributeFilter: ['class'], childList: true });
  tell();
};
