/** Colours come from card.css by name, so that one configuration serves the light and the dark page. */
const colour = (name: string, subtle = name) => ({ default: `var(--${name})`, subtle: `var(--${subtle})` });

const foregroundColors = {
  default: colour('ink', 'ink-quiet'),
  dark: colour('ink', 'ink-quiet'),
  light: colour('ink-quiet'),
  accent: colour('accent-ink'),
  good: colour('good-ink'),
  warning: colour('warning-ink'),
  attention: colour('attention-ink'),
};

const container = (background: string) => ({
  backgroundColor: `var(--${background})`,
  borderColor: 'var(--line)',
  foregroundColors,
});

/** How the official renderer draws cards here: measures of Teams, colours of this page. */
export const hostConfig = {
  supportsInteractivity: true,
  fontTypes: {
    default: {
      fontFamily: 'var(--font)',
      fontSizes: { small: 12, default: 14, medium: 16, large: 18, extraLarge: 24 },
      fontWeights: { lighter: 300, default: 400, bolder: 600 },
    },
    monospace: {
      fontFamily: 'var(--font-mono)',
      fontSizes: { small: 12, default: 13, medium: 15, large: 17, extraLarge: 22 },
      fontWeights: { lighter: 300, default: 400, bolder: 600 },
    },
  },
  lineHeights: { small: 16, default: 20, medium: 22, large: 24, extraLarge: 32 },
  spacing: { small: 4, default: 8, medium: 14, large: 20, extraLarge: 28, padding: 16 },
  separator: { lineThickness: 1, lineColor: 'var(--line)' },
  imageSizes: { small: 32, medium: 52, large: 100 },
  containerStyles: {
    default: container('surface'),
    emphasis: container('surface-sunk'),
    accent: container('accent-soft'),
    good: container('good-soft'),
    warning: container('warning-soft'),
    attention: container('attention-soft'),
  },
  actions: {
    maxActions: 6,
    spacing: 'medium',
    buttonSpacing: 8,
    actionsOrientation: 'horizontal',
    actionAlignment: 'left',
    allowTitleToWrap: true,
    showCard: { actionMode: 'inline', inlineTopMargin: 12, style: 'emphasis' },
  },
  adaptiveCard: { allowCustomStyle: false },
  factSet: {
    title: { weight: 'bolder', wrap: true, maxWidth: 140 },
    value: { wrap: true },
    spacing: 16,
  },
  inputs: {
    label: {
      inputSpacing: 'small',
      requiredInputs: { weight: 'bolder', suffix: ' *', suffixColor: 'attention' },
      optionalInputs: { weight: 'bolder' },
    },
    errorMessage: { size: 'small', color: 'attention', spacing: 'small' },
  },
  textStyles: {
    heading: { size: 'large', weight: 'bolder' },
    columnHeader: { weight: 'bolder' },
  },
  textBlock: { headingLevel: 2 },
  table: { cellSpacing: 8 },
};
