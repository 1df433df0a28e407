import measures from './host-config.json' with { type: 'json' };

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
  ...measures,
  containerStyles: {
    default: container('surface'),
    emphasis: container('surface-sunk'),
    accent: container('accent-soft'),
    good: container('good-soft'),
    warning: container('warning-soft'),
    attention: container('attention-soft'),
  },
};
