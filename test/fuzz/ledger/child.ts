// Child process reading a spoiled ledger: its parent measures endless loops and memory.
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isRefusal } from "../../../src/core/refusal.ts";
import { editionOf } from "../../../src/edition.ts";
import { open } from "../../../src/open.ts";
import { at, type Desk, deskIn } from "../../e2e/desk.ts";
import { spoil, type Spoil } from "./spoil.ts";

export type Answer = { readonly failed: string | null; readonly rss: number };

/** The verbs that look, with the exits that they may have; 5: damaged. */
const looks: readonly (readonly [readonly string[], readonly number[]])[] = [
  [["verify"], [0, 5]],
  [
    ["verify", "s"],
    [0, 2, 5],
  ],
  [["status"], [0, 1, 2, 3]],
  [
    ["status", "s"],
    [0, 1, 2, 3],
  ],
  [["doctor"], [0, 1, 5]],
  [
    ["log", "s"],
    [0, 1, 2],
  ],
];

const folder = realpathSync(mkdtempSync(join(tmpdir(), "cairn-fuzz-ledger-")));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const [kept, now] = [join(folder, "kept"), join(folder, "now")];
const original = join(kept, "shop/.cairn/ledger.db");

const started = async ({ cairn }: Desk, argv: readonly string[]): Promise<string> => {
  const { exit, out, err, json } = await cairn([...argv, "--json"]);
  if (exit !== 0) throw new Error(`${out}${err}`);
  return String(at(json(), "run"));
};

/** Two runs, one long enough for a milestone, with leases and a snapshot. */
const begin = async (): Promise<void> => {
  mkdirSync(join(now, "shop"), { recursive: true });
  const place = deskIn(now);
  const run = await started(place, ["run", "--later", "ultrawork", "Goal", "--session", "s"]);
  await started(place, ["run", "--later", "ultrawork", "Other goal", "--session", "t"]);
  const system = await open({
    cwd: place.root,
    env: { HOME: now, PATH: process.env["PATH"], CAIRN_ULTRAWORK_HOME: join(now, "sessions") },
  });
  try {
    const turns = Array.from({ length: 264 }, (_, n) => ({
      type: n % 2 === 0 ? "Pause" : "Resume",
      data: {},
    }));
    const sent = await system.send(run, turns, { kind: "person", name: "ana" });
    if (isRefusal(sent)) throw new Error(sent.text);
    const last = (await system.rows(run)).at(-1);
    const state = await system.state(run);
    const db = new DatabaseSync(join(place.root, ".cairn/ledger.db"));
    const [version, text] = [
      last?.version ?? 0,
      JSON.stringify({ head: last?.hash, at: last?.at, state }),
    ];
    db.prepare(
      "insert or replace into snapshots (run, key, version, text) values (?, ?, ?, ?)",
    ).run(run, `ultrawork ${editionOf("ultrawork")}`, version, text);
    db.close();
    const due = await place.cairn(["status", "--next", "s", "--json"]);
    await place.cairn(["job", "claim", "s", String(at(due.json(), "jobs", 0, "key"))]);
  } finally {
    await system.close();
  }
  const sound = await place.cairn(["verify"]);
  if (sound.exit !== 0) throw new Error(sound.out);
  cpSync(now, kept, { recursive: true, preserveTimestamps: true });
};

const played = async (how: Spoil): Promise<string | null> => {
  let must = false;
  for (const [index, [argv, exits]] of looks.entries()) {
    // verify, doctor and log change nothing; status reads edits and writes files.
    if (index < 1 || index === 4) {
      rmSync(now, { recursive: true, force: true });
      cpSync(kept, now, { recursive: true, preserveTimestamps: true });
      must = spoil(join(now, "shop/.cairn/ledger.db"), original, how);
    }
    const { exit, out, err } = await deskIn(now).cairn(argv);
    const said = `${argv.join(" ")}: exit ${exit}\n${out}${err}`.slice(0, 3_000);
    // Of bytes in the file's head that say so.
    if (`${out}${err}`.startsWith("LEDGER_FORMAT:") && how.bytes.length > 0) continue;
    if (!exits.includes(exit) || /^\s+at /mu.test(err)) return said;
    if (argv.length === 1 && argv[0] === "verify" && must && exit !== 5)
      return `it should have been found\n${said}`;
  }
  return null;
};

const begun = begin();
const answer = async (how: Spoil): Promise<Answer> => {
  try {
    await begun;
    const failed = await played(how);
    return { failed, rss: process.resourceUsage().maxRSS * 1_024 };
  } catch (error) {
    return {
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
      rss: 0,
    };
  }
};
process.on("message", (how: Spoil) => void answer(how).then((one) => process.send?.(one)));
