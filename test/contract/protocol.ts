// What the runtime relies on in every protocol, held against random histories of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Edit } from "../../src/core/run-files.ts";
import type { DecisionOption } from "../../src/core/job.ts";
import type { Facts, Protocol } from "../../src/core/protocol.ts";
import type { Refusal } from "../../src/core/refusal.ts";
import type { Path, Recorded } from "../../src/core/row.ts";
import { misfits } from "../formats/fits.ts";
import { takenUnasked } from "./protocol/answers.ts";
import { frozen, throwsInAnyOrder } from "./protocol/any-order.ts";
import { type Files, takenOver } from "./protocol/round-trip.ts";

/** One random history: its events, and what was refused on the way. */
export type History = { readonly log: readonly Recorded[]; readonly refused: readonly Refusal[] };

export type Given = {
  readonly protocol: Protocol;
  /** Deterministic: the same histories at each call. */
  histories(): Promise<readonly History[]>;
  /** All commands that a file edit may give. None of them reviews, confirms, verifies, answers a decision or ends a check. */
  readonly byFile: readonly string[];
  /** None of its documents is JSON. */
  readonly plain?: true;
  readonly adopted: {
    /** Documents that adoption takes over byte for byte. */
    readonly same: readonly Path[];
    /** What a document says without what each adoption adds to it. */
    readonly meaning: (path: Path, text: string) => unknown;
  };
};

const noFacts: Facts = {
  at: "2026-01-14T12:00:00.000Z",
  root: "/top",
  folder: "/top/run",
  repo: null,
  head: null,
  tree: null,
  changed: [],
  files: {},
  outputs: {},
  commits: {},
};

const copied = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Of a decision: each answer as a button shows it. */
const answersRead = (options: readonly DecisionOption[]): void => {
  const labels = options.map(({ label }) => label);
  assert.equal(
    new Set(labels).size,
    labels.length,
    `two answers are called the same: ${labels.join(", ")}`,
  );
  // What an agent offers is numbered, and in its own words.
  for (const { id, label, means } of options.filter((option) => !/^\d+$/u.test(option.id))) {
    assert.match(label, /^[A-Z][^\n.`]{1,59}$/u, id);
    assert.match(means, /^$|^[A-Zc].*[.\u2026]$/su, id);
    assert.doesNotMatch(
      means,
      /\bcairn (?:[a-z]|--)/u,
      `${id}: what is to be typed stands elsewhere`,
    );
  }
  const ending = options.findIndex(({ ends }) => ends === true);
  assert.ok(
    ending === -1 || options.slice(ending).every(({ ends }) => ends === true),
    "what ends work is offered last",
  );
  assert.ok(
    options.filter(({ recommended }) => recommended === true).length <= 1,
    "one is the usual way at most",
  );
};

/** How many states of each history are looked at more closely: the last ones matter most, but ends must not be all. */
const looks = 6;

type Look = { readonly state: unknown; readonly log: readonly Recorded[] };

/** Folds frozen events on frozen states: whatever mutates one throws. */
const fold = (protocol: Protocol, log: readonly Recorded[]): readonly Look[] => {
  const step = Math.max(1, Math.floor(log.length / looks));
  const seen: Look[] = [];
  let state: unknown = null;
  log.forEach((event, index) => {
    state = frozen(protocol.evolve(state, frozen(event)));
    if (index % step === 0 || index === log.length - 1)
      seen.push({ state, log: log.slice(0, index + 1) });
  });
  return seen;
};

/** What is asked of a state by whoever shows it or drives it. */
const readAll = (protocol: Protocol, { state, log }: Look): unknown => {
  const jobs = protocol.jobs(state);
  return {
    jobs,
    asks: jobs.map((job) => protocol.ask(state, job)),
    briefs: jobs.map((job) => protocol.brief(state, job, noFacts)),
    files: protocol.write(state, log),
    view: protocol.view(state),
    evidence: protocol.evidence(state, log),
    rechecks: protocol.rechecks(state),
    rest: [
      protocol.life(state),
      protocol.phase(state),
      protocol.ended(state),
      protocol.place(state),
      protocol.ignores(state),
    ],
    lines: log.map((event) => protocol.eventLine?.(event) ?? ""),
    doers: log.map((event) => protocol.doer?.(event) ?? null),
  };
};

const documented = (): string =>
  readFileSync(join(import.meta.dirname, "../../docs/reference/refusals.md"), "utf8");

export const protocolContract = ({ protocol, histories, byFile, adopted, plain }: Given): void => {
  const looksOf = async (): Promise<readonly Look[]> =>
    (await histories()).flatMap(({ log }) => fold(protocol, log));
  const holds = (what: string, body: () => Promise<void>): void =>
    void test(`${protocol.name}: ${what}`, body);

  holds(
    "the fold changes no state or event, and goes on from a snapshot as from the first event",
    async () => {
      for (const { log } of await histories()) {
        const states = fold(protocol, log);
        const middle = states[Math.floor(states.length / 2)] ?? assert.fail("no state");
        const later = log
          .slice(middle.log.length)
          .reduce((state, event) => protocol.evolve(state, event), copied(middle.state));
        assert.deepEqual(copied(later), copied(states.at(-1)?.state));
      }
    },
  );

  holds("no event throws or changes anything, whatever state it is folded onto", async () => {
    const thrown = (await histories()).flatMap(({ log }) => throwsInAnyOrder(protocol, log));
    assert.deepEqual(thrown, []);
  });

  holds("readings of a state change nothing, and are the same each time", async () => {
    for (const { state, log } of await looksOf())
      assert.deepEqual(
        // Of a log that nothing is remembered of.
        copied(
          readAll(protocol, { state: copied(state), log: log.map((event) => ({ ...event })) }),
        ),
        copied(readAll(protocol, { state, log })),
      );
  });

  holds("job keys are unique, and an ended run has no job left", async () => {
    let ends = 0;
    for (const { state } of await looksOf()) {
      const jobs = protocol.jobs(state);
      assert.equal(new Set(jobs.map(({ key }) => key)).size, jobs.length);
    }
    for (const { log } of await histories()) {
      let state: unknown = null;
      for (const event of log) {
        state = protocol.evolve(state, event);
        if (protocol.ended(state) === null) continue;
        ends += 1;
        assert.deepEqual(
          protocol.jobs(state).map(({ key }) => key),
          [],
        );
      }
    }
    assert.ok(ends > 0, "some histories come to an end");
  });

  holds(
    "each answer to a decision has a label and says in sentences what follows; what ends work comes last",
    async () => {
      let asked = 0;
      for (const { state } of await looksOf())
        for (const { decision } of protocol.jobs(state)) {
          if (decision === undefined) continue;
          asked += 1;
          answersRead(decision.options);
        }
      assert.ok(asked > 0, "some states ask a person");
    },
  );

  holds("what only answers a decision is refused where nothing asks for it", async () => {
    for (const { log } of await histories())
      assert.deepEqual(
        takenUnasked(
          protocol,
          fold(protocol, log).map(({ state }) => state),
        ),
        [],
      );
  });

  holds(
    "JSON files parse, stay inside the run's folder, and the projected files ask for nothing",
    async () => {
      for (const { state, log } of await looksOf()) {
        const files = protocol.write(state, log);
        for (const [path, text] of Object.entries(files)) {
          assert.ok(!path.startsWith("/") && !path.split("/").includes(".."), path);
          if (path.endsWith(".json")) JSON.parse(text);
        }
        const edits = Object.entries(files).map(([path, text]): Edit => ({
          path,
          text,
          before: text,
        }));
        const admitted = await protocol.admit(state, edits, noFacts, log);
        assert.deepEqual(
          admitted.flatMap(({ commands }) => commands),
          [],
        );
      }
    },
  );

  holds("its documents fit their published schemas, and check finds no error in them", async () => {
    const schemaOf = (path: Path): unknown =>
      protocol.described
        ?.find(({ kind, name }) => {
          const named = new RegExp(`^${name.replaceAll(/<\w+>/gu, "[^/]+")}$`, "u");
          return kind === "document" && named.test(path);
        })
        ?.schema();
    for (const { state, log } of await looksOf()) {
      const files = protocol.write(state, log);
      for (const [path, text] of Object.entries(files)) {
        const schema = schemaOf(path);
        if (schema !== undefined) assert.deepEqual(misfits(schema, JSON.parse(text)), [], path);
      }
      const findings = await protocol.check(files, protocol.place(state).split("/").at(-1));
      assert.deepEqual(
        (findings ?? []).filter(
          // What a judge's word alone shows is complete, and unproven for whoever reads the files.
          ({ severity, code }) => severity === "error" && code !== "COMPLETE_UNPROVEN",
        ),
        [],
      );
    }
  });

  holds("every refusal has a documented code and a sentence", async () => {
    const reference = documented();
    const refused = new Map(
      (await histories()).flatMap((history) => history.refused).map((one) => [one.code, one]),
    );
    assert.ok(refused.size > 0);
    for (const [code, { text }] of refused)
      assert.ok(text !== "" && reference.includes(`| \`${code}\` |`), code);
  });

  holds("a file cut short is refused with a documented code, and gives no command", async () => {
    const reference = documented();
    let refusals = 0;
    for (const { state, log } of await looksOf())
      for (const [path, text] of Object.entries(protocol.write(state, log))) {
        // A shorter text is a text; a shorter JSON document is none.
        if (!path.endsWith(".json")) continue;
        const cut = text.slice(0, Math.floor(text.length / 2));
        const edit = { path, text: cut, before: text };
        for (const one of await protocol.admit(state, [edit], noFacts, log)) {
          assert.deepEqual(one.commands, [], path);
          if (one.refused === null) continue;
          refusals += 1;
          assert.ok(reference.includes(`| \`${one.refused.code}\` |`), one.refused.code);
        }
      }
    assert.equal(refusals > 0, plain !== true);
  });

  holds("its documents come back from adoption: as they were, or in meaning", async () => {
    const meanings = (files: Files): unknown =>
      Object.fromEntries(
        Object.entries(files).map(([path, text]) => [path, adopted.meaning(path, text)]),
      );
    let taken = 0;
    for (const { state, log } of await looksOf()) {
      const files = protocol.write(state, log);
      const first = await takenOver(protocol, { place: protocol.place(state), files });
      // An archive, or a run whose files were dropped.
      if (first === "PLACE_UNFIT" || Object.keys(files).length === 0) continue;
      assert.ok(typeof first !== "string", String(first));
      for (const path of adopted.same) assert.equal(first.files[path], files[path], path);
      const second = await takenOver(protocol, first);
      assert.ok(typeof second !== "string", String(second));
      assert.deepEqual(meanings(second.files), meanings(first.files));
      taken += 1;
    }
    assert.ok(taken > 0);
  });

  holds(
    "a file edit may give these commands and no other: it never reviews, confirms, verifies, answers or ends a check",
    async () => {
      const messages = protocol.messages;
      assert.deepEqual(
        messages.flatMap(({ type, who }) => (who.includes("file") ? [type] : [])).toSorted(),
        byFile.toSorted(),
      );
    },
  );
};
