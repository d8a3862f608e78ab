// Schemas of a run's beginning: as it was started, or as a folder was found.
import * as t from "../../kit/schema.ts";
import {
  described,
  maybe,
  count,
  entries,
  files,
  filled,
  mode,
  domain,
  phase,
  stage,
  stuckKind,
  commit,
  guardrail,
  knowledgeDomain,
  quarantined,
  contextText,
  brief,
} from "./shapes.ts";
import { settings, settingsInput } from "./settings.ts";

const { text, texts } = t;

/** A unit as read from an existing folder. */
const foundUnit = t.record({
  ...described.entries,
  stage,
  stuck: t.maybe(t.record({ kind: stuckKind, reason: text, back: stage })),
  used: count,
  confirmations: count,
  gates: count,
  verifications: count,
  seq: count,
  remaining: maybe,
  last_did: maybe,
  commits: texts,
  basis: t.maybe(t.oneOf(["adopted", "accepted"])),
  accepted: maybe,
  completed_at: maybe,
});
export const foundRun = t.record({
  slug: text,
  task: text,
  title: t.optional(t.means("as its documents are headed, where it has no brief", maybe)),
  mode,
  domain,
  phase,
  archived: t.means("its place in the archive, from the root", maybe),
  brief: t.maybe(brief),
  brief_at: maybe,
  plan: t.record({ state: t.oneOf(["none", "proposed", "approved"]), notes: text, at: maybe }),
  context: t.maybe(contextText),
  guardrails: t.list(guardrail),
  units: t.list(foundUnit),
  current: t.maybe(t.record({ unit: text, iteration: count })),
  commits: t.list(commit),
  progress: t.means("entries as found, byte for byte, in their order", texts),
  extras: t.list(t.record({ file: text, pointer: text, entries })),
  created: maybe,
  updated: maybe,
});

/** For RunStarted. */
export const beginning = {
  run: text,
  request: text,
  task: text,
  slug: text,
  mode,
  domain,
  domains: t.list(knowledgeDomain),
  guardrails: t.list(guardrail),
  settings,
  origin: maybe,
};
/** For RunAdopted. */
export const adoption = {
  run: text,
  found: foundRun,
  settings,
  contents: t.byName(maybe),
  corrections: texts,
  quarantined,
  digests: t.byName(text),
};
/** For Adopt. */
export const adoptInput = {
  found: foundRun,
  corrections: texts,
  quarantined,
  digests: t.byName(text),
  settings: t.optional(settingsInput),
  run: t.optional(text),
  ...filled,
  files,
};
