// Commands that begin and end passes. An end is decided from measure and words, never from words alone.
import type { Stamp } from "../../../core/protocol.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import * as t from "../../../kit/schema.ts";
import { changedPaths, measure } from "../decider/measure.ts";
import { ended, notesOf } from "../decider/pass-end.ts";
import { wordsOf } from "../decider/result.ts";
import { chain, type Events, oversized, phaseWrong, withUnit } from "../decider/step.ts";
import { halt, stuckEvent } from "../decider/work.ts";
import * as event from "../events.ts";
import type { IterativeEvents } from "../events.ts";
import { isWork } from "../evolve/change.ts";
import { entryLimit, textLimit } from "../limits.ts";
import { oneLine } from "../markdown/values.ts";
import { heldBack, isAtWork, lacksCriteria, passDue } from "../ready.ts";
import * as s from "../shapes.ts";
import type { Pass, PassKind, State, Unit } from "../state.ts";
import { jobKey } from "../units.ts";
import { world } from "../world.ts";
import { command } from "./declare.ts";

const stale = (unit: Unit, n: number): Refusal =>
  refuse("PASS_STALE", `${jobKey(unit.id, n)} isn't under way`, {
    fits:
      unit.pass === null
        ? `the next pass of ${unit.id} is ${unit.seq + 1}`
        : `${jobKey(unit.id, unit.pass.n)} is`,
  });

/** The live pass with that number. */
export const livePass = (unit: Unit, n: number): Pass | Refusal =>
  unit.pass?.n === n ? unit.pass : stale(unit, n);

const unready = (unit: Unit, why: string): Refusal =>
  refuse("JOB_UNREADY", `no pass of ${unit.id} may begin: ${why}`);

/** Anyone who can write the files can write them under any name, so file edits can't confirm or verify. */
const judgesByFile = (
  { slug }: State,
  { id }: Unit,
  kind: PassKind,
  n: number,
  { by }: Stamp,
): Refusal | null =>
  by.kind !== "file" || isWork(kind)
    ? null
    : refuse(
        "SENDER_WRONG",
        `a file edit never ${kind === "confirmation" ? "confirms" : kind === "test" ? "tests" : "verifies"} ${id}`,
        {
          fits: `\`cairn job claim ${slug} '${jobKey(id, n)}'\` and its report, or the runner: \`cairn run ${slug}\``,
        },
      );

const begins = (state: State, unit: Unit, stamp: Stamp): Refusal | null => {
  if (unit.pass !== null) return unready(unit, `${jobKey(unit.id, unit.pass.n)} is under way`);
  if (state.paused) return refuse("RUN_PAUSED", "the run is paused", { fits: "`cairn resume`" });
  const kind = passDue(state, unit);
  if (kind === null && lacksCriteria(state, unit))
    return unready(unit, `it has no criteria: \`cairn decide ${state.slug} ${unit.id}\``);
  if (kind === null)
    return unready(
      unit,
      isAtWork(state, unit)
        ? `it is at ${unit.stage}`
        : "after a skip only units reopened or added since go on",
    );
  const judges = judgesByFile(state, unit, kind, unit.seq + 1, stamp);
  if (judges !== null) return judges;
  if (unit.notBefore !== null && stamp.at < unit.notBefore)
    return unready(unit, `not before ${unit.notBefore}`);
  const held = heldBack(state, unit);
  return held === null ? null : unready(unit, held);
};

/** An agent that holds one pass can't begin another. */
const notItsPass = ({ by }: Stamp, unit: Unit, n: number): Refusal | null =>
  by.kind !== "agent" || by.job === jobKey(unit.id, n)
    ? null
    : refuse("SENDER_WRONG", `${jobKey(unit.id, n)} isn't ${by.name}'s to begin`, {
        fits: `cairn job claim RUN '${jobKey(unit.id, n)}'`,
      });

export const beginPass = command("BeginPass", {
  means: "Records that a pass has its agent.",
  data: {
    unit: s.unit,
    pass: s.pass,
    holder: t.means("who does it: another name for each pass", t.text),
    ...s.filled,
  },
  who: ["engine", "agent", "file"],
  ...world.measured,
  decide: (state, data, stamp) =>
    withUnit(state, data.unit, (unit) => {
      if (state.phase !== "execute" && state.phase !== "verify")
        return phaseWrong(state, "a pass", "execute or verify");
      if (data.pass !== unit.seq + 1) return stale(unit, data.pass);
      const refused = notItsPass(stamp, unit, data.pass) ?? begins(state, unit, stamp);
      if (refused !== null) return refused;
      const kind = passDue(state, unit) ?? "work";
      const judges = kind === "confirmation" || kind === "verification";
      if (judges && unit.authors.includes(data.holder))
        return refuse("AUTHOR_SAME", `${data.holder} worked on ${unit.id} and can't judge it`, {
          fits: "another agent: `cairn job claim`, or the runner",
        });
      const content = data.contents?.[unit.id] ?? null;
      const proven = [unit.proofs.gate, unit.proofs.consensus];
      if (
        kind === "verification" &&
        proven.some((proof) => proof === null || proof.content !== content)
      ) {
        const was = unit.proofs.consensus?.content ?? null;
        return chain(state, stamp, [
          () => [event.proofStaled({ unit: unit.id, was, is: content })],
          halt(unit.id),
        ]);
      }
      const base = { tree: data.tree ?? null, head: data.head ?? null };
      const hand = stamp.by.kind === "file";
      return [
        event.passBegun({
          unit: unit.id,
          n: data.pass,
          kind,
          holder: data.holder,
          hand,
          base,
          content,
        }),
      ];
    }),
});

export const endPass = command("EndPass", {
  means: "Says how a pass ended. The rules say what follows.",
  data: {
    unit: s.unit,
    pass: s.pass,
    heard: t.optional(t.means("absent: ended by hand, by its entry in progress.md", s.agentAnswer)),
    entry: t.optional(t.means("the entry that ends it, as it stands in progress.md", t.text)),
    ...s.ending,
    ...s.filled,
    files: s.files,
  },
  who: ["engine", "file"],
  ...world.passed,
  judged: true,
  decide: (state, data, stamp) =>
    withUnit(state, data.unit, (unit) => {
      const pass = livePass(unit, data.pass);
      if (isRefusal(pass)) return pass;
      if (pass.kind === "verification")
        return refuse("PASS_STALE", `${jobKey(unit.id, pass.n)} ends with a verdict`, {
          fits: "GiveVerdict, or VoidPass",
        });
      // If a pass by hand exceeds its time limit without a final entry, the engine ends it.
      const isLeft = pass.hand && stamp.by.kind === "engine" && data.heard?.reason === "lapsed";
      if (!isLeft && pass.hand !== (stamp.by.kind === "file"))
        return refuse(
          "SENDER_WRONG",
          `${jobKey(unit.id, pass.n)} was begun by ${pass.hand ? "a hand edit, and its entry in progress.md" : "the engine, which"} ends it`,
        );
      const judges = judgesByFile(state, unit, pass.kind, pass.n, stamp);
      if (judges !== null) return judges;
      const entries = [...pass.entries, ...(data.entry === undefined ? [] : [data.entry])];
      const words = wordsOf(unit, pass, data.heard ?? null, entries);
      const measured = measure(state, unit, pass.base, data, words.commit);
      return ended(state, stamp, {
        unit,
        pass,
        words,
        measured,
        entries,
        output: data.heard?.output ?? null,
      });
    }),
});

/** `unspent`: it was turned away before it could work, which doesn't count. */
type Void = { readonly notBefore?: string | null; readonly unspent?: true };

/** Entries added to progress.md meanwhile are kept anyway. */
const voidEvents = (
  unit: Unit,
  pass: Pass,
  why: string,
  { notBefore = null, unspent }: Void,
): Events => [
  event.passVoided({
    unit: unit.id,
    n: pass.n,
    kind: pass.kind,
    why: oneLine(why, textLimit),
    not_before: notBefore,
    ...(unspent === undefined ? {} : { unspent }),
  }),
  ...notesOf(unit.id, pass.entries),
];

/** A pass without result doesn't count; if passes keep failing to run, a person decides. */
export const voided = (
  state: State,
  stamp: Stamp,
  unit: Unit,
  pass: Pass,
  why: string,
  more: Void = {},
): Events =>
  chain(state, stamp, [
    () => voidEvents(unit, pass, why, more),
    (now): readonly IterativeEvents["UnitStuck"][] => {
      const after = now.units.find(({ id }) => id === unit.id);
      if (after === undefined || after.counters.voids < now.settings.caps.voids) return [];
      return [
        stuckEvent(
          after,
          "unrunnable",
          `agent could not be run ${after.counters.voids} times: ${why}`,
        ),
      ];
    },
    halt(unit.id),
  ]);

export const voidPass = command("VoidPass", {
  means: "Records a pass that came to nothing; it doesn't count.",
  data: {
    unit: s.unit,
    pass: s.pass,
    why: t.text,
    not_before: t.optional(t.text),
    unspent: t.optional(t.exactly(true)),
    ...s.ending,
    ...s.filled,
    files: s.files,
  },
  who: ["engine"],
  ...world.passed,
  decide: (state, data, stamp) =>
    withUnit(state, data.unit, (unit) => {
      const pass = livePass(unit, data.pass);
      if (isRefusal(pass)) return pass;
      const measured = measure(state, unit, pass.base, data);
      if (measured.did)
        return refuse(
          "PASS_CHANGED",
          `${jobKey(unit.id, pass.n)} changed something: ${oneLine(changedPaths(measured).join(", "), 200)}`,
          { fits: pass.kind === "verification" ? "GiveVerdict" : "EndPass" },
        );
      return voided(state, stamp, unit, pass, data.why, {
        notBefore: data.not_before ?? null,
        ...(data.unspent === undefined ? {} : { unspent: data.unspent }),
      });
    }),
});

export const keepEntry = command("KeepEntry", {
  means: "Keeps a new entry of progress.md until the pass that it belongs to ends.",
  data: {
    unit: s.unit,
    entry: t.means(
      "a new entry of progress.md for a unit whose pass is under way, as it stands there",
      t.text,
    ),
  },
  who: ["file"],
  decide: (state, { unit: id, entry }) =>
    withUnit(state, id, (unit) => {
      if (unit.pass === null)
        return refuse("PASS_STALE", `no pass of ${id} is under way`, { fits: "AddNote" });
      if (unit.pass.entries.includes(entry)) return [];
      const long = oversized("the entry", entry.length, "/entry", entryLimit);
      return long ?? [event.entryKept({ unit: id, n: unit.pass.n, entry })];
    }),
});
