/** Of the sign-in pages, which run no script. */
export const STYLE = `
:root { color-scheme: light dark; --page: #e9ecf4; --box: #fff; --text: #1b1b1b; --quiet: #5c5c5c; --line: #747b8d;
  --accent: #0f5fa8; --accent-text: #fff; --hover: #eef3f9; --plain: #e4e7ee; --problem: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --page: #16181d; --box: #23262d; --text: #f1f1f1; --quiet: #b6bac4; --line: #8b92a3; --accent: #8cc1f5;
    --accent-text: #0c1a28; --hover: #2d323b; --plain: #3a3f4a; --problem: #ffb4ab }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page);
  color: var(--text); font: 15px/1.45 "Segoe UI", system-ui, sans-serif }
main { width: 100%; max-width: 27.5rem }
.box { background: var(--box); padding: 2.5rem; box-shadow: 0 2px 8px rgb(0 0 0 / 20%) }
.brand { display: flex; align-items: center; gap: 0.5rem; margin: 0 0 1rem; font-weight: 600; font-size: 1.05rem; color: var(--quiet) }
.logo { width: 1.5rem; height: 1.5rem; fill: var(--accent) }
h1 { margin: 0.6rem 0 0.8rem; font-size: 1.5rem; font-weight: 600; line-height: 1.25 }
p { margin: 0.6rem 0 }
.quiet { color: var(--quiet); font-size: 0.87rem }
.account { display: flex; align-items: center; gap: 0.5rem; margin: 0; overflow-wrap: anywhere }
label { display: block; margin: 1rem 0; color: var(--quiet) }
input { display: block; width: 100%; margin-top: 0.25rem; padding: 0.4rem 0.2rem; border: 0; border-bottom: 1px solid var(--line);
  background: transparent; color: var(--text); font: inherit; font-size: 1.05rem }
input[aria-invalid] { border-bottom-color: var(--problem) }
button { padding: 0.45rem 1.3rem; border: 1px solid transparent; background: var(--plain); color: inherit; font: inherit;
  cursor: pointer }
button:hover { filter: brightness(0.95) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.primary { background: var(--accent); color: var(--accent-text) }
.link, .back { padding: 0; background: none; color: var(--accent) }
.link:hover { text-decoration: underline; filter: none }
.back { width: 1.9rem; height: 1.9rem; flex: none; border-radius: 50%; font-size: 1.1rem }
.default { position: absolute; width: 1px; height: 1px; padding: 0; border: 0; opacity: 0; pointer-events: none }
.buttons { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.5rem; margin: 1.4rem 0 0 }
.tiles { list-style: none; margin: 1rem -2.5rem 0; padding: 0 }
.tile { display: flex; align-items: center; gap: 0.8rem; width: 100%; padding: 0.55rem 2.5rem; background: none; text-align: left }
.tile:hover { background: var(--hover); filter: none }
.tile:focus-visible { outline-offset: -2px }
.face { display: grid; place-items: center; width: 2.5rem; height: 2.5rem; flex: none; border-radius: 50%; background: var(--plain);
  font-weight: 600 }
.who { display: grid; min-width: 0; overflow-wrap: anywhere }
.who strong { font-weight: 600 }
.number { margin: 1rem 0; font-size: 2.6rem; font-weight: 600; text-align: center; letter-spacing: 0.05em }
.phone { margin: 1rem 0 0; padding: 0.4rem 1.2rem 1.2rem; border: 1px solid var(--line); border-radius: 1.2rem }
.phone legend { padding: 0 0.4rem; color: var(--quiet); font-size: 0.87rem }
.problem { color: var(--problem) }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.2rem 1rem; margin: 1rem 0 0; font-size: 0.87rem }
dt { color: var(--quiet) }
dd { margin: 0; overflow-wrap: anywhere }
.note { margin: 1rem 0 0; padding: 0 0.5rem; text-align: center; color: var(--quiet); font-size: 0.87rem }
@media (max-width: 30rem) {
  body { padding: 0; place-items: start stretch; background: var(--box) }
  .box { padding: 1.5rem 1.25rem; box-shadow: none }
  .tiles { margin-inline: -1.25rem }
  .tile { padding-inline: 1.25rem }
}`;
