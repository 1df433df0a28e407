/** The end of docs/commands.md: how Steward reads a text that is no typed command. */
export const ownWords = `## In your own words

A text that is no typed command is read as what it may mean.
The result is a *reading*: the command as somebody would have typed it, with the usual rights.
No service outside is asked.

| how sure | what happens |
| --- | --- |
| certain, and it only shows something | it is answered at once |
| certain and ordered, and it asks for something | the command’s form opens, filled in; words that nobody took are named |
| certain, and it would do something at once, or was not plainly ordered | the command is on a button, and waits for the press |
| likely | the best two or three readings, as sentences on buttons |
| small talk | a short answer |
| nearly something that the bot cannot do | that it cannot, with the nearest readings that change nothing by themselves |
| anything else | what this person can do here |

**What orders nothing does nothing.** A denial, a condition, a question, a report or a quotation opens no form and runs no command, typed or in own words.
What is denied is not on a button either.
A typed command that acts and does not read as a whole is offered, not run.
Its reason is its own business, unless it takes the command back at its end (“… is out of the question”).
A form that a sentence opened is sent by its button or by “send”, not by “ok” or “yes”; as a reply to a message these send no form at all.
The guard knows words, not sense: a refusal in words that it does not know still opens a form, which sends nothing by itself.

**Some commands need their word.** What ends something (\`remove access\`, \`remove all access\`, \`remove app user\`, \`cancel request\`, \`glossary remove\`, \`unwatch\`), \`deny\`, \`mute\`, \`pause\`, \`snooze\` and \`deploy container\` are suggested only to a person who used a word for it, outside reasons and times, and did not deny it or ask what has happened.
\`approve\`, \`deny\` and \`show\` need a reference: without one the list is shown.

**While a form is open**, what fits its next question answers it.
A question, or what certainly means another command and does not fit, is read as above; the form stays open, and the answer says how to give the text as an answer all the same.

### Whose words

Only what a person wrote themself is read.
Steward leaves out messages that they forward or reply to, every other quotation (\`<blockquote>\`, lines that begin with \`>\`), and what follows the head of a message copied from Teams or from a mail, also where the plain text repeats it.
Where it is not clear which words are the person’s own, it reads none.
A message with nothing else is answered with what to do; \`translate\` beside it translates it.

“approve”, “deny it because …”, “withdraw”, “show”, “history” and “ack” as a reply mean the request or incident on *Steward’s own* message, known by its id, if there is exactly one on it.
As a reply to anything else they list what they could be.
\`approve R-…\` and \`deny R-…\` decide only in a conversation where a card of the request stands; elsewhere the first sentence brings the card, and the same sentence again decides.
`;
