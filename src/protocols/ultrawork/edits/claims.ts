// Evidence in edits: what a hand adds is a claim, each once; what stands there is nobody's to change.
import { unknownOf } from "../../../kit/document/extras.ts";
import { member, plain } from "../../../core/json/json.ts";
import { meaning, type Part, textAt } from "../../../kit/document/part.ts";
import { redact } from "../../../core/secrets/redact.ts";
import {
  asked,
  type Asked,
  claim,
  grows,
  type KeyEdit,
  type Place,
} from "../../../kit/document/edits.ts";
import { keysOf } from "../../../kit/document/keys.ts";
import { fits } from "../../../kit/findings.ts";
import * as t from "../../../kit/schema.ts";
import { cut } from "../../../kit/check/check.ts";
import { type EvidenceType, evidenceTypes } from "../../../kit/check/shape.ts";
import { criterionName } from "../../../work/commands/declare.ts";
import { type Unit } from "../../../work/unit.ts";
import type { Work } from "../../../work/work.ts";
import { logEntry, logPointer } from "../documents/log.ts";
import { criterionPointer, evidenceEntry, foundPointer } from "../documents/task.ts";
import { ownOf } from "../own.ts";

const evidenceKeys = keysOf(evidenceEntry);
const logKeys = keysOf(logEntry);

const unlabelled = (text: string): string => text.replace(/^\[claim by [^\]\n]*\] /u, "");
/** A claim as files show it, without its label. */
const bare = (text: string): string => {
  const word = unlabelled(text);
  return word === text ? cut(redact(text)) : word;
};

type Said = { readonly unit: string; readonly type?: EvidenceType; readonly text: string };
/** The criterion is named by its text or its number. */
const claimOf = (entry: Part, said: Said, known: ReadonlySet<string>) => {
  const given = member(entry.node, "criteria");
  const criterion = given === null ? null : plain(given);
  const command = textAt(entry.node, "command")?.trim() ?? "";
  const data = {
    ...said,
    ...(fits(criterionName, criterion) && criterion !== "" ? { criterion } : {}),
    text: unlabelled(said.text),
    ...(command === "" ? {} : { command }),
    extras: unknownOf(entry, known),
  };
  return { type: "ClaimEvidence", data };
};

const evidenceShape = t.either(
  t.text,
  t.open({ command: t.nullish(t.text), output: t.nullish(t.text) }),
);
/** An entry of a task's evidence: an object, or a plain text. */
export const evidenceClaim = (unit: string, entry: Part, by: string | null): Asked<Work> =>
  asked(evidenceShape, entry, (given) => {
    const { output } = typeof given === "string" ? { output: given } : given;
    if (typeof given === "string" && given.trim() === "") return { noted: true };
    return claim(entry, by, claimOf(entry, { unit, text: output ?? "" }, evidenceKeys));
  });
/** @param place where the unknown keys of the task are kept */
export const evidenceEdit = (
  state: Work,
  unit: Unit,
  { file, pointer }: Place,
  by: string | null,
): KeyEdit<Work> =>
  grows(state, {
    known: evidenceKeys,
    says: ["criteria", "command", "output"],
    bare,
    added: (entry) => evidenceClaim(unit.id, entry, by),
    place({ node }) {
      const found = unit.found.findIndex((one) =>
        Object.entries(one).every(
          ([key, value]) => meaning(member(node, key)) === JSON.stringify(value),
        ),
      );
      const criteria = textAt(node, "criteria") ?? "";
      const at = found < 0 ? criterionPointer(pointer, criteria) : foundPointer(pointer, found);
      return { file, pointer: at };
    },
  });

const logShape = t.open({
  task_id: t.text,
  type: t.nullish(t.oneOf(evidenceTypes)),
  content: t.nullish(t.text),
});
export const logEdit = (state: Work): KeyEdit<Work> =>
  grows(state, {
    known: logKeys,
    says: ["task_id", "criteria", "type", "content"],
    bare,
    added: (entry) =>
      asked(logShape, entry, ({ task_id: unit, type, content }) => {
        const said = { unit, type: type ?? "manual", text: content ?? "" } as const;
        return claim(entry, null, claimOf(entry, said, logKeys));
      }),
    // What was adopted stays as it was found.
    place: (_entry, at) =>
      at < ownOf(state).evidenceLog.length
        ? null
        : { file: "session.json", pointer: logPointer(at) },
  });
