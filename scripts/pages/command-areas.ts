import type { TextName } from '#platform/lib/errors.ts';

/** What docs/commands.md says of an area beyond its table. */
interface AreaNotes {
  /** Who may use its commands: the policy decides, section by section. */
  readonly who: string;
  /** What the grammar in the table does not show, in Markdown: one or two sentences an item. */
  readonly more?: readonly string[];
}

export const areaNotes: Readonly<Record<TextName<'help.area'>, AreaNotes>> = {
  access: {
    who: 'To ask: people whom a rule of the policy names under `ask`. `who has access` and its export: people in `access.list`; everybody in the policy if it is absent.',
    more: [
      '`break glass`: people whom a rule for `access.breakGlass` names.',
      'Durations: `for 5 days`, `until Friday 17:00`. Start: `from tomorrow 09:00`.',
      '`my access` includes roles that you have through groups.',
      '`export who has access` sends a CSV file to your personal chat after you have agreed to receive it: person, role, place, since, until, how it is held, condition, and the request with its approvers. A list that could not be read to its end is called incomplete.',
      '`for PERSON` asks in that person’s place, where the policy lets you; `for somebody else` asks you who it is.',
      'Several roles, places or people are named with commas or “and”. `request on-call kit` is the same as `request kit on-call`; the policy says which kits there are.',
    ],
  },
  apps: {
    who: 'People whom a rule names under `ask`.',
    more: ['`remove E-MAIL from APP` is enough to remove a user.'],
  },
  subscriptions: {
    who: 'To ask: people whom a rule names under `ask`. Everybody sees their own requests; `subscription requests all`: people in `subscriptions.list`.',
    more: [
      '`create subscription for existing NAME or ID` creates an alias for an existing subscription.',
      'The form ends with a summary, and asks for nothing before you have confirmed who pays.',
    ],
  },
  containers: {
    who: 'To look: people in `containers.see`. To deploy: people whom a rule names under `ask`.',
    more: [
      '`REQUEST` is the name of a container group, and what follows it may be left out; `container` without a name lists the groups.',
      'A message to `deploy container` may contain the YAML or JSON of a whole group. For an existing group, Steward shows what changes before you ask.',
      '`deploy container NAME image IMAGE`, `deploy container IMAGE as NAME` and *Change image …* on its card change the image alone.',
    ],
  },
  requests: {
    who: 'Everybody, for their own requests, those made for them, and those that they can decide.',
    more: [
      '`R-…` is the reference on the card of a request. A reply in its thread may leave it out.',
      '`STATES` are one or more of `waiting`, `open`, `approved`, `granted`, `denied`, `withdrawn`, `expired`, `failed` and `unconfirmed`.',
      '`requests` lists nothing that its reader may not see; a row opens the history of its request.',
      '`export requests`, or *Export* on the list, sends all of them as a CSV file to your personal chat after you have agreed to receive it. Of more than 10,000 it has the newest, and is called incomplete.',
      '`what changed` has the grants, removals, deployments and changes of subscriptions through Steward at the place and below it, newest first; without `since`, of the last 24 hours.',
    ],
  },
  health: {
    who: 'People in `health.read`. Hidden texts of sensitive events: only those in `health.details`, in their personal chat.',
    more: ['`QUERY` is a place, the id of a resource, or nothing for all places.'],
  },
  billing: {
    who: 'People under `see` of the billing account. Amounts appear only in its `channels`; elsewhere they go to the personal chat.',
    more: [
      '`INVOICE` is the name or the id of an invoice, or two of them for `compare`; `QUERY` is an invoice and its filters.',
      'Filters are words: `family Compute or Storage`, `over 100 EUR`, `refunds`, `pending`, `not kind Reservation`, `since 1 November`, `in October`. Quotes keep a name together.',
      '`compare` divides by `product`, `section` or `customer`; `breakdown` by `family`, `section`, `kind` or `customer`.',
      '`export` sends a CSV file with every digit to your personal chat, after you have agreed to receive it.',
    ],
  },
  shares: {
    who: 'People under `read` of the data share.',
    more: ['`SHARE` is the name of a data share, for example `settlements`; `by NAME` is its consumer.'],
  },
  translation: {
    who: 'People in `translation.use`; the glossary: people in `glossary.see` and `glossary.edit`.',
    more: [
      '`MESSAGE` is the text to translate.',
      '`translate [to LANGUAGES] [from LANGUAGE]: TEXT` translates into one or several languages; as a reply that quotes a message it translates that message.',
      '`glossary add TERM = TRANSLATION [in LANGUAGE] [from LANGUAGE] [for the team]`; `glossary import to LANGUAGE` takes one term a line; `glossary` lists all terms, `glossary TEXT` those with that text.',
    ],
  },
  watches: {
    who: 'People in `alerts.watch`, who also need the right to read what they watch. `watches` and `why`: everybody.',
    more: [
      '`watch health on PLACE` posts incidents, `watch syncs on SHARE` failed synchronizations.',
      'Options: `level ≥ error`, `digest hour` or `digest day`, `quiet 22:00-07:00`, `except critical`.',
      '`mute` takes `service`, `region` or `consumer`, and asks back about a name that no incident has had.',
      '`WHICH` is the reference of a watch (`W-…`) or its place; `EVENT` is the id on the card of an incident, and may be left out in its thread.',
    ],
  },
  administration: {
    who: 'People and groups in `administrators`, with every account of theirs; guests never. Help lists these commands for them alone.',
    more: [
      '`freeze` without a place stops everything that gives access or creates something.',
      '`unfreeze` asks which freeze, where there are several.',
      '`who is` answers in the asker’s own chat.',
    ],
  },
  help: { who: 'Everybody.' },
};
