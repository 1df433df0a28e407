import type { SerializationContext } from 'adaptivecards';

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
