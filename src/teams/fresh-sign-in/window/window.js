/* Runs in the person's browser, beside Microsoft's library (teams.js), which knows the windows of Teams. */
const { code, failure, origin } = document.body.dataset;
const { app, authentication } = globalThis.microsoftTeams;

// The address holds what the directory sent: it need not stay in the browser's history.
history.replaceState(null, '', location.pathname);

const tellTeams = async (tell) => {
  await app.initialize(origin ? [origin] : undefined);
  tell();
};

// Where no Teams has opened the window, nobody answers: the page says what to do then.
if (code) tellTeams(() => authentication.notifySuccess(code)).catch(() => {});

const button = document.querySelector('button');
if (button) {
  button.hidden = false;
  button.addEventListener('click', () => {
    tellTeams(() => authentication.notifyFailure(failure)).catch(() => {});
    // Whoever opened the window otherwise closes it so; Teams does it by itself.
    setTimeout(() => window.close(), 500);
  });
}
