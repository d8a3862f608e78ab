// Runs of every protocol at rest, and their files as people, programs and forgers may leave them.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Ask, Facts, Protocol } from "../../../src/core/protocol.ts";
import type { Recorded } from "../../../src/core/row.ts";
import { iterative } from "../../../src/protocols/iterative/index.ts";
import { player } from "../../../src/protocols/player/index.ts";
import { ralph } from "../../../src/protocols/ralph/index.ts";
import { prdIn } from "../../../src/protocols/ralph/prd.ts";
import { stigmergy } from "../../../src/protocols/stigmergy/index.ts";
import { ultrawork } from "../../../src/protocols/ultrawork/index.ts";
import { noFacts } from "../../fixtures/engine.ts";
import { states } from "../../fixtures/iterative-phases.ts";
import { factsAt } from "../../fixtures/player-desk.ts";
import { stages } from "../../fixtures/player-stages.ts";
import { openDesk, prdOf, row } from "../../fixtures/ralph-desk.ts";
import { stands } from "../../fixtures/stigmergy-stands.ts";
import { mutated, mutatedLines, raw } from "../mutated.ts";
import { phaseNames, runOf } from "../runs.ts";

/** As JSON.parse gives it. */
type Free = ReturnType<typeof JSON.parse>;
export type Files = Readonly<Record<string, string>>;
/** A run at rest: its log, and what the engine would read for its rules. */
type Stand = { readonly log: readonly Recorded[]; readonly facts: (ask: Ask) => Facts };
export type Given = {
  readonly protocol: Protocol;
  readonly stands: readonly Stand[];
  /** What no edit may change in the files themselves. */
  readonly law: (before: Files, after: Files) => void;
};

export const at = "2026-03-17T20:00:00.000Z";
const json = (files: Files, path: string): Free => JSON.parse(files[path] ?? "{}");
const valuesOf = (object: Free): readonly Free[] => Object.values<Free>(object ?? {});
const given: readonly Given[] = [
  {
    protocol: iterative,
    stands: Object.values(states).map((make) => {
      const { run } = make();
      return { log: run.log, facts: (ask) => run.world.facts(ask, at) };
    }),
    law: (before, after) => {
      const high = (files: Files) =>
        Object.entries<Free>(json(files, "state.json").tasks ?? {}).flatMap(([id, { status }]) =>
          ["confirming", "verifying", "done"].includes(status) ? [`${id} ${status}`] : [],
        );
      const had = high(before);
      assert.deepEqual(
        high(after).filter((one) => !had.includes(one)),
        [],
        "no unit is confirmed, verified or done by a file",
      );
    },
  },
  {
    protocol: player,
    stands: Object.values(stages).map((make) => ({ log: make().log, facts: () => factsAt(at) })),
    law: (before, after) => {
      const [was, is] = [json(before, "session-state.json"), json(after, "session-state.json")];
      for (const [id, { status, auto_continue: auto }] of Object.entries<Free>(is.node_states)) {
        const old = was.node_states[id]?.status;
        assert.ok(auto !== false || status !== "completed" || old === status, "no gate opens");
        assert.ok(status !== "skipped" || old === status, "no node is skipped");
      }
      const ends = ["failed", "aborted", "completed"];
      assert.ok(is.status === was.status || !ends.includes(was.status), "what is over stays over");
    },
  },
  {
    protocol: ralph,
    stands: [0, 1, 2, 3].map((passes) => {
      const run = openDesk();
      run.adopt(prdOf(row("A"), row("B", { dependsOn: ["A"] }), row("C", { passes: true })));
      if (passes === 1) run.begin();
      for (let n = 1; n < passes; n += 1) run.pass();
      return { log: run.log, facts: () => noFacts };
    }),
    law: (before, after) => {
      const passed = (files: Files): number =>
        prdIn(files["prd.json"] ?? "").stories.filter((story) => story.passed).length;
      assert.ok(passed(after) <= passed(before), "no story passes by a file");
    },
  },
  {
    protocol: stigmergy,
    stands: Object.values(stands).map((make) => {
      const { run } = make();
      return { log: run.log, facts: (ask) => ({ ...run.facts(ask), leases: [] }) };
    }),
    law: (before, after) => {
      const [was, is] = [json(before, "state.json"), json(after, "state.json")];
      const complete = ({ project_manifest: { epics } }: Free): number =>
        epics.flatMap(({ stories }: Free) =>
          stories.filter((one: Free) => one.status === "COMPLETE"),
        ).length;
      assert.ok(complete(is) <= complete(was), "nothing is verified without checks");
      assert.equal(is.autonomy_mode === "autonomous" && was.autonomy_mode !== "autonomous", false);
      assert.deepEqual(is.history.slice(0, was.history.length), was.history, "history only grows");
      for (const [index, { timestamp }] of is.history.entries())
        assert.ok(index === 0 || timestamp > is.history[index - 1].timestamp, "times increase");
      const open = is.project_status !== was.project_status;
      assert.ok(!open || was.project_status !== "EXECUTION_HALTED", "no halt ends");
      assert.ok(
        !open ||
          was.project_status !== "READY_FOR_EXECUTION" ||
          is.project_status === "EXECUTION_HALTED",
        "no gate opens",
      );
    },
  },
  {
    protocol: ultrawork,
    stands: phaseNames.map((phase) => {
      const run = runOf(phase);
      return { log: run.log(), facts: () => run.facts() };
    }),
    law: (before, after) => {
      const verified = (files: Files): number =>
        [...json(files, "session.json").child_tasks]
          .concat(
            Object.keys(files).flatMap((path) =>
              path.startsWith("tasks/") ? [json(files, path)] : [],
            ),
          )
          .flatMap(({ evidence }: Free) => valuesOf(evidence))
          .filter((entry: Free) => entry.verified === true).length;
      assert.ok(verified(after) <= verified(before), "nothing is verified by hand");
      const [was, is] = [json(before, "session.json").phase, json(after, "session.json").phase];
      assert.ok(is === was || is === "CANCELLED", `${was} → ${is}`);
    },
  },
];

/** A run as it stands, with its files after each of its commands, the newest first. */
export type Room = Stand & {
  readonly state: unknown;
  readonly texts: readonly (readonly [number, Files])[];
};
const roomOf = ({ evolve, write }: Protocol, stand: Stand): Room => {
  const { log } = stand;
  let state: unknown = null;
  const texts: (readonly [number, Files])[] = [];
  for (const [index, event] of log.entries()) {
    state = evolve(state, event);
    const isLast = log[index + 1]?.cause !== event.cause;
    if (isLast) texts.unshift([index + 1, write(state, log.slice(0, index + 1))]);
  }
  return { ...stand, state, texts };
};

/** Every value that stands under a name in some file of a protocol: what a forger would write there. */
type Words = ReadonlyMap<string, readonly Free[]>;
const wordsOf = (rooms: readonly Room[]): Words => {
  const words = new Map<string, Free[]>();
  const walk = (value: Free): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, one] of Object.entries<Free>(value)) {
      if (typeof one !== "object" && !/^\d+$/u.test(key))
        words.set(key, [...(words.get(key) ?? []).filter((had) => had !== one), one]);
      walk(one);
    }
  };
  for (const { texts } of rooms)
    for (const [path, text] of Object.entries(texts[0]?.[1] ?? {}))
      if (path.endsWith(".json")) walk(JSON.parse(text));
  return words;
};
const forged = (words: Words, text: string): fc.Arbitrary<string> =>
  fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 }).map((steps) => {
    const file: Free = JSON.parse(text);
    const spots: (readonly [Free, string])[] = [];
    const walk = (value: Free): void => {
      if (typeof value !== "object" || value === null) return;
      for (const key of Object.keys(value)) {
        if ((words.get(key)?.length ?? 0) > 1) spots.push([value, key]);
        walk(value[key]);
      }
    };
    walk(file);
    for (const [where, what] of steps) {
      const [holder, key = ""] = spots[where % Math.max(1, spots.length)] ?? [];
      const choices = words.get(key) ?? [];
      if (holder !== undefined) holder[key] = choices[what % choices.length];
    }
    return JSON.stringify(file, null, 2);
  });

/** A document as a person, a program or a forger may have left it. */
export const changed = (words: Words, path: string, text: string): fc.Arbitrary<string> =>
  fc.oneof(
    path.endsWith(".json")
      ? { weight: 6, arbitrary: mutated([text], 3) }
      : { weight: 12, arbitrary: mutatedLines([text], 3) },
    ...(path.endsWith(".json") ? [{ weight: 6, arbitrary: forged(words, text) }] : []),
    { weight: 1, arbitrary: raw },
  );

/** Each protocol with its runs and its words. */
export const protocols = given.map((one) => {
  const rooms = one.stands.map((stand) => roomOf(one.protocol, stand));
  return { ...one, rooms, words: wordsOf(rooms) };
});
