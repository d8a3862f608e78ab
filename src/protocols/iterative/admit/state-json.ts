// Reader of edits of state.json. Most of it follows from what happened, so little may be asked there.
import {
  changed,
  changesIn,
  extrasAsked,
  lacking,
  noted,
  quietChanges,
  rejection,
  wrong,
} from "../../../kit/edits/edit-reading.ts";
import { joined } from "../../../kit/edits/admission.ts";
import { type JsonNode, member } from "../../../core/json/json.ts";
import { itemsOf, type Part, partOf, textOf, wrongType } from "../../../kit/document/part.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { run, stateFile } from "../files/state-file.ts";
import { isPhase, phases } from "../files/words.ts";
import type { IterativeCommand } from "../commands.ts";
import type { State } from "../state.ts";
import { unitOf } from "../units.ts";
import { asking, type EditRead } from "./page.ts";
import { unitAsked } from "./unit-keys.ts";

const known = keysOf(run);
const fixedKeys = ["task", "slug", "mode", "domain", "created"] as const;
const quietKeys = ["updated", "current_task", "current_phase", "current_iteration"] as const;

const fixed = (part: Part, key: string): EditRead =>
  rejection(
    part,
    "FIELD_FIXED",
    `${key} can't be changed here`,
    key === "domain"
      ? "change the Domain in brief.md"
      : key === "task"
        ? "change the title in brief.md"
        : "leave it as it stands",
  );

const phaseAsked = (state: State, before: JsonNode, after: Part): EditRead => {
  const part = changed(before, after, "phase");
  if (part === null) return {};
  const was = textOf(member(before, "phase"));
  const now = textOf(part.node);
  if (now === null || !isPhase(now))
    return rejection(part, "PHASE_UNKNOWN", "the phase is none that a run has", phases.join(", "));
  // brief.md was read before.
  if (now === state.phase) return noted;
  if (was === "discover" && now === "plan")
    return rejection(
      part,
      "BRIEF_INCOMPLETE",
      "planning begins with the brief",
      "write brief.md: an outcome, and when it is done",
    );
  if (was === "plan" && now === "execute")
    return rejection(
      part,
      "SENDER_WRONG",
      "a person approves the plan",
      `\`cairn decide ${state.slug} plan approve\``,
    );
  return rejection(
    part,
    "PHASE_DERIVED",
    `from ${was ?? "there"} to ${now} a run comes by its work`,
    `a person: \`cairn send ${state.slug} SkipTo\``,
  );
};

/** @param current current content of the unit, for one that the edited copy didn't have yet */
const unitsAsked = (
  state: State,
  key: string,
  before: JsonNode,
  root: Part,
  current: JsonNode | null,
): EditRead => {
  const after = changed(before, root, key);
  if (after === null) return {};
  const planFile = state.mode === "development" ? "tasks.md" : "plan.md";
  if (after === root) return wrong(lacking(root, key));
  if (after.node.is !== "object") return wrong(wrongType(after, "an object"));
  const then = member(before, key);
  const gone =
    then?.is === "object" ? then.members.filter((one) => member(after.node, one.key) === null) : [];
  return joined([
    ...gone
      .filter((one) => unitOf(state, one.key) !== null)
      .map((one) =>
        rejection(
          after,
          "UNIT_NEEDED",
          `${one.key.slice(0, 80)} isn't taken out here`,
          `take it out of ${planFile}, or a person: \`cairn send ${state.slug} DropUnit --unit ${one.key.slice(0, 20)}\``,
        ),
      ),
    ...after.node.members.map(({ key: id }) => {
      const was = then === null ? null : member(then, id);
      const part = changed(then, after, id);
      if (part === null) return {};
      const unit = unitOf(state, id);
      if (unit === null)
        return was === null
          ? rejection(
              part,
              "UNIT_UNDESCRIBED",
              `nobody says what ${id.slice(0, 80)} is`,
              `describe it in ${planFile}`,
            )
          : noted;
      return unitAsked(state, unit, was ?? (current === null ? null : member(current, id)), part);
    }),
  ]);
};

const commitAsked = (part: Part): EditRead => {
  const [, hash, subject] = /^([0-9a-f]{7,40}):[ \t]*(\S.*)$/u.exec(textOf(part.node) ?? "") ?? [];
  if (hash === undefined || subject === undefined)
    return rejection(part, "COMMIT_MALFORMED", "it is no commit", '"abc1234: subject"');
  const command: IterativeCommand = {
    type: "RecordCommit",
    data: { hash, subject: subject.trim() },
  };
  return asking(part.pointer, command);
};

/** New ones must be at the end; existing ones can't change. */
const commitsAsked = (before: JsonNode, root: Part): EditRead => {
  const after = changed(before, root, "commits");
  if (after === null) return {};
  if (after !== root && after.node.is !== "array")
    return wrong(wrongType(after, "a list of texts"));
  const then = member(before, "commits");
  const was = then?.is === "array" ? then.items.map((item) => textOf(item)) : [];
  const items = itemsOf(after === root ? null : after);
  const other = was.findIndex((text, index) => textOf(items[index]?.node) !== text);
  if (other !== -1)
    return rejection(
      items[other] ?? after,
      "ENTRY_IMMUTABLE",
      "commits that are on record are neither changed nor taken out",
      "append new ones",
    );
  return joined(items.slice(was.length).map(commitAsked));
};

/** `before`: the file that the edit started from. `current`: its current content. */
export const stateAsked = (
  state: State,
  before: JsonNode,
  after: Part,
  current: JsonNode | null,
): EditRead => {
  if (after.node.is !== "object") return { findings: [wrongType(after, "an object")] };
  const [own, other] = state.mode === "development" ? ["tasks", "phases"] : ["phases", "tasks"];
  return joined([
    ...changesIn(before, after, [...fixedKeys, other], fixed),
    phaseAsked(state, before, after),
    unitsAsked(state, own, before, after, current === null ? null : member(current, own)),
    state.mode === "development"
      ? commitsAsked(before, after)
      : partOf(after, "commits") !== null && changed(before, after, "commits") !== null
        ? fixed(after, "commits")
        : {},
    extrasAsked(state, stateFile, before, after, known),
    ...quietChanges(before, after, quietKeys),
  ]);
};
