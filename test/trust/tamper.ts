// Helper of tests: tampering with a ledger by hand, with resealed chain, anchors or tail.
import { DatabaseSync } from "node:sqlite";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { chain, genesis } from "../../src/core/hash.ts";
import { at, desk, type Desk, hostsWithin } from "../e2e/desk.ts";

hostsWithin();

export type Scene = Desk & {
  readonly run: string;
  /** The run's folder. */
  readonly place: string;
  readonly path: string;
  /** The database opened by hand. */
  readonly hand: <T>(work: (db: DatabaseSync) => T) => T;
  /** Codes that `verify` finds, errors first as they come; with its exit. */
  readonly found: () => Promise<{ readonly exit: number; readonly codes: readonly string[] }>;
  /** Two more events: paused and resumed. */
  readonly more: () => Promise<void>;
};

const plan = {
  tasks: [
    {
      id: "1",
      subject: "One",
      success_criteria: [{ criteria: "it is there", command: "test -e one.txt" }],
    },
  ],
  verify: { success_criteria: [{ criteria: "still there", command: "test -e one.txt" }] },
};

/** A run of ultrawork in a git repository, anchored beside the database and in git. */
export const scene = async (t: TestContext): Promise<Scene> => {
  const given = desk(t, { "plan.json": JSON.stringify(plan) });
  const { cairn, root } = given;
  const started = await cairn([
    "run",
    "--later",
    "ultrawork",
    "Goal",
    "--session",
    "s",
    "--plan",
    "plan.json",
    "--json",
  ]);
  if (started.exit !== 0) throw new Error(started.err);
  const path = join(root, ".git/cairn/ledger.db");
  return {
    ...given,
    run: String(at(started.json(), "run")),
    place: String(at(started.json(), "folder")),
    path,
    hand: (work) => {
      const db = new DatabaseSync(path);
      try {
        return work(db);
      } finally {
        db.close();
      }
    },
    found: async () => {
      const answer = await cairn(["verify", "--json"]);
      const findings = at(answer.json(), "findings");
      if (!Array.isArray(findings)) throw new Error(answer.out);
      return { exit: answer.exit, codes: findings.map((one) => String(at(one, "code"))) };
    },
    more: async () => {
      for (const verb of ["stop", "resume"]) {
        const sent = await cairn([verb, "s"]);
        if (sent.exit !== 0) throw new Error(sent.err + sent.out);
      }
    },
  };
};

const column = (row: Record<string, unknown>, name: string): string => String(row[name]);

/** Changes one event's data and hashes all that follow anew, card and milestones too: a forger who knows the format. */
export const reseal = (
  db: DatabaseSync,
  run: string,
  version: number,
  change: (data: string) => string,
  stamp?: string,
): void => {
  const rows = db.prepare("select * from rows where run = ? order by version").all(run);
  let head = genesis("ultrawork", run);
  for (const row of rows) {
    const own = Number(row["version"]);
    const data = own === version ? change(column(row, "data")) : column(row, "data");
    const [type, recorded, by, cause] = ["type", "at", "by", "cause"].map((name) =>
      column(row, name),
    );
    const at = own === version ? (stamp ?? recorded) : recorded;
    head = chain(head, {
      run,
      version: own,
      type: type ?? "",
      at: at ?? "",
      by: by ?? "",
      cause: cause ?? "",
      data,
    });
    db.prepare("update rows set data = ?, at = ?, hash = ? where seq = ?").run(
      data,
      at ?? "",
      head,
      Number(row["seq"]),
    );
  }
  db.prepare("update cards set head = ? where run = ?").run(head, run);
  db.exec("delete from snapshots");
};

/** Writes the anchors beside the database anew, so that they fit what stands in it now. */
export const reanchor = (db: DatabaseSync, root: string, run: string): void => {
  const path = join(root, ".git/cairn/anchors", run);
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const [version = "", , ...rest] = line.split(" ");
      const row = db
        .prepare("select hash from rows where run = ? and version = ?")
        .get(run, Number(version));
      return row === undefined ? [] : [[version, column(row, "hash"), ...rest].join(" ")];
    });
  writeFileSync(path, `${lines.join("\n")}\n`);
};

/** Takes away all events after a version, and moves the card back: what a restored old copy of the database looks like. */
export const cutTail = (db: DatabaseSync, run: string, version: number): void => {
  const last =
    db.prepare("select seq, hash, at from rows where run = ? and version = ?").get(run, version) ??
    {};
  db.prepare("delete from rows where run = ? and version > ?").run(run, version);
  db.prepare("update cards set version = ?, head = ?, at = ?, last = ? where run = ?").run(
    version,
    column(last, "hash"),
    column(last, "at"),
    Number(last["seq"]),
    run,
  );
  db.exec("delete from snapshots");
};
