// Completion of planning documents by an edit's status, signal or entry.
import { finding, type Part } from "../../../kit/document/part.ts";
import type { Facts } from "../../../core/protocol.ts";
import type { Refusal } from "../../../core/refusal.ts";
import { isListed, prdFile } from "../manifest.ts";
import type { Part as Planned, State } from "../state.ts";
import type { Copy } from "./copy.ts";
import type { Fresh } from "./entry.ts";

type Later = Exclude<Planned, "brief">;
const parts: readonly Later[] = ["prd", "ux", "architecture"];
const words = {
  prd: "The product requirements are written.",
  ux: "The UX specification is written.",
  architecture: "The architecture is written.",
} as const;
const signals = {
  prd: "PRD_COMPLETE",
  ux: "UX_COMPLETE",
  architecture: "ARCHITECTURE_COMPLETE",
} as const;

const finishes = {
  prd: "FinishPrd",
  ux: "FinishUx",
  architecture: "FinishArchitecture",
} as const;

/** Returns the refusal without a finding; null if accepted. */
export const finishBrief = (copy: Copy, at: Part, fresh: Fresh | null): Refusal | null =>
  copy.attempt(at, fresh, { type: "FinishBrief", data: {} });

export const finishPart = (
  copy: Copy,
  at: Part,
  part: Later,
  fresh: Fresh | null,
): Refusal | null => copy.attempt(at, fresh, { type: finishes[part], data: {} });

/** The brief on disk is the recorded one. */
export const isBriefKnown = (
  { parts: { brief }, briefPath }: State,
  { files }: Pick<Facts, "files">,
): boolean =>
  brief !== null &&
  (files[briefPath] ?? null) !== null &&
  brief[briefPath] === files[briefPath]?.digest;

const missing = (state: State): readonly Later[] =>
  parts.filter((part) => state.parts[part] === null && (part !== "ux" || state.settings.ux));

/** Finishes everything that exists and isn't recorded yet, then the manifest from the requirements; returns refusals without findings. `fresh`: the entry that reports it. */
export const finishPlanning = (copy: Copy, at: Part, fresh: Fresh | null): readonly Refusal[] => {
  if (copy.state().status !== "NEEDS_PLANNING") return [];
  const todo = missing(copy.state());
  const refused = todo.flatMap((part, index) => {
    const own = copy.left().find(({ given }) => given.signal === signals[part]) ?? null;
    const signed =
      fresh === null
        ? null
        : { part: fresh.part, given: { agent: fresh.given.agent, summary: words[part] } };
    const isLast = index === todo.length - 1 && isListed(copy.state());
    return finishPart(copy, at, part, own ?? (isLast ? fresh : signed)) ?? [];
  });
  if (isListed(copy.state()) || copy.state().parts.prd === null) return refused;
  const still = fresh !== null && copy.left().includes(fresh) ? fresh : null;
  const imported = copy.attempt(at, still, { type: "ImportManifest", data: {} });
  return imported === null ? refused : [...refused, imported];
};

/** BLUEPRINT_INCOMPLETE, with the missing parts. */
export const incomplete = (copy: Copy, at: Part, refused: readonly Refusal[]): Refusal => {
  const state = copy.state();
  const lacks = [...missing(state), ...(!isListed(state) ? ["manifest"] : [])];
  const why = refused.map(({ text }) => text).slice(0, 5);
  const text = `the blueprint isn't complete: ${lacks.length === 0 ? state.status : lacks.join(", ")}${why.length === 0 ? "" : `; ${why.join("; ")}`}`;
  return finding(
    at,
    "BLUEPRINT_INCOMPLETE",
    text,
    `${prdFile}, the architecture's files and the epics with their stories`,
  );
};
