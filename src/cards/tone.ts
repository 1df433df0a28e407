/** How a thing stands, at first sight. */
export type Tone = 'accent' | 'good' | 'attention' | 'warning' | 'default';

/** A state line's ground and letters; a state that calls for nothing still stands on a ground of its own. */
export const toneStyle = (tone: Tone) => ({
  tone: tone === 'default' ? 'emphasis' : tone,
  colour: `${tone.slice(0, 1).toUpperCase()}${tone.slice(1)}`,
});
