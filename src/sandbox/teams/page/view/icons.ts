import { html } from './html.ts';

const icon = (path: string) => () =>
  html`
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false"><path d=${path} /></svg>
`;

export const SendIcon = icon('M3 3.5 17.5 10 3 16.5 5 10.7h6.5v-1.4H5z');
export const MenuIcon = icon('M3 5h14v1.6H3zM3 9.2h14v1.6H3zM3 13.4h14V15H3z');
export const CloseIcon = icon(
  'm5.6 4.5 4.4 4.4 4.4-4.4 1.1 1.1-4.4 4.4 4.4 4.4-1.1 1.1-4.4-4.4-4.4 4.4-1.1-1.1 4.4-4.4-4.4-4.4z',
);
export const ReplyIcon = icon('M8.5 4 3 9.2l5.5 5.2v-3.3c4 0 6.400 1.100 8 3.900-.3-4.700-3-7.700-8-8z');
export const HashIcon = icon(
  'M7.200 3 6.700 6.500H3.500v1.500h3l-.6 4H2.900v1.500h2.800L5.200 17h1.500l.5-3.500h4l-.5 3.500h1.500l.5-3.500h3.300V12h-3.100l.6-4h3.100V6.500h-2.900L14.200 3h-1.500l-.5 3.500h-4L8.700 3zM8 8h4l-.6 4h-4z',
);
