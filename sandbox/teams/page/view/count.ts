import { html } from './html.ts';

const most = 99;

/** A number in a red pill, with what it counts for those who do not see it. */
export const Count = ({ of, what }: { of: number; what: string }) => html`
  <span class="count">${of > most ? `${most}+` : of}<span class="visually-hidden"> ${what}</span></span>
`;
