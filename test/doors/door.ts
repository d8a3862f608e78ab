// Types and helpers of a door: library, command line, MCP or hand edits.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { isRecord } from "../../src/core/json/record.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import type { Sender } from "../../src/core/protocol.ts";
import type { System } from "../../src/runtime/system.ts";
import { open } from "../../src/open.ts";
import { at, type Desk, desk } from "../e2e/desk.ts";
import { connect } from "../mcp/client.ts";
import { field } from "../mcp/shop.ts";

type Data = Readonly<Record<string, unknown>>;
/** A file of the run, as it is edited: JSON parsed, changed, written. */
export type Edits = {
  readonly json: (path: string, change: (file: ReturnType<typeof JSON.parse>) => void) => void;
  readonly make: (path: string, value: unknown) => void;
};
/** What is said. `holder`: by whoever claimed a job last. */
export type Word =
  | { readonly is: "start"; readonly flags: readonly string[]; readonly data: Data }
  | { readonly is: "claim"; readonly job: string }
  | { readonly is: "report"; readonly report: Data }
  | { readonly is: "release"; readonly reason: string }
  | {
      readonly is: "decide";
      readonly decision: string;
      readonly option: string;
      readonly note: string;
    }
  | {
      readonly is: "send";
      readonly by: "person" | "holder";
      readonly type: string;
      readonly data: Data;
    };

export const ana: Sender = { kind: "person", name: "ana" };
/** As the client of the tests of MCP calls itself. */
const bo: Sender = { kind: "agent", name: "bo", agent: "probe" };

export type Room = { readonly desk: Desk; run: string; token: string };
export type Door = (room: Room, word: Word) => Promise<void>;

export const session = "same";
export const room = (t: TestContext): Room => ({ desk: desk(t), run: "", token: "" });

/** Opened for one word and closed, as by each process of its own. */
export const within = async <T>(
  { desk: { root, folder } }: Room,
  use: (system: System) => Promise<T>,
): Promise<T> => {
  const env = {
    HOME: folder,
    CAIRN_ULTRAWORK_HOME: join(folder, "sessions"),
    PATH: process.env["PATH"],
  };
  const system = await open({ cwd: root, env, kin: () => [] });
  try {
    return await use(system);
  } finally {
    await system.close();
  }
};
const taken = <T>(answer: T | Refusal): T => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};

export const library: Door = (here, word) =>
  within(here, async (system) => {
    const { run, token } = here;
    switch (word.is) {
      case "start":
        here.run = taken(await system.start("ultrawork", word.data, ana)).run;
        return;
      case "claim":
        here.token = taken(await system.claim(run, word.job, bo)).lease.token;
        return;
      case "report":
        taken(await system.report(run, token, word.report));
        return;
      case "release":
        taken(await system.release(run, token, word.reason));
        return;
      case "decide":
        taken(await system.decide(run, word.decision, word.option, word.note, null, ana));
        return;
      case "send": {
        const by = word.by === "person" ? ana : taken(await system.holder(run, token));
        taken(await system.send(run, [{ type: word.type, data: word.data }], by));
      }
    }
  });

export const commandLine: Door = async (here, word) => {
  const { run, token } = here;
  const say = async (...argv: readonly string[]): Promise<unknown> => {
    const { exit, out, err } = await here.desk.cairn([...argv, "--json"]);
    assert.equal(exit, 0, err + out);
    return JSON.parse(out);
  };
  switch (word.is) {
    case "start":
      here.run = String(
        at(await say("run", "--later", "ultrawork", ...word.flags, "--as", "ana"), "run"),
      );
      return;
    case "claim":
      here.token = String(
        at(await say("job", "claim", run, word.job, "--as", "bo", "--agent", "probe"), "token"),
      );
      return;
    case "report":
      await say("job", "report", run, "--token", token, "--data", JSON.stringify(word.report));
      return;
    case "release":
      await say("job", "release", run, "--token", token, "--reason", word.reason);
      return;
    case "decide":
      await say(
        "decide",
        run,
        word.decision,
        word.option,
        ...(word.note === "" ? [] : ["--note", word.note]),
        "--as",
        "ana",
      );
      return;
    case "send":
      await say(
        "send",
        run,
        word.type,
        "--data",
        JSON.stringify(word.data),
        ...(word.by === "person" ? ["--as", "ana"] : ["--token", token]),
      );
  }
};

/** What only people may say is tried, refused without a trace, and then said by a person. */
export const mcp =
  (t: TestContext): Door =>
  async (here, word) => {
    const { run, token } = here;
    if (word.is === "start") return library(here, word);
    const { call, leave } = await connect(t, here.desk, { as: "bo" });
    const say = async (tool: string, args: object): Promise<string> => {
      const { text, wrong } = await call(tool, { run, ...args });
      assert.equal(wrong, false, text);
      return text;
    };
    try {
      if (word.is === "claim") here.token = field(await say("claim", { job: word.job }), "token");
      else if (word.is === "report") await say("report", { token, report: word.report });
      else if (word.is === "release") await say("release", { token, reason: word.reason });
      else if (word.is === "send" && word.by === "holder")
        await say("send", { token, command: word.type, data: word.data });
      else {
        const sent =
          word.is === "send"
            ? { command: word.type, data: word.data }
            : { command: "ApprovePlan", data: { rev: 1 } };
        const { text, wrong } = await call("send", { run, ...sent });
        assert.ok(wrong && text.startsWith("SENDER_WRONG"), text);
        await library(here, word);
      }
    } finally {
      await leave();
    }
    return undefined;
  };

/** By an edit of the run's files, read back as by any verb. */
export const edited = async (here: Room, edit: (files: Edits) => void): Promise<void> => {
  const home = join(here.desk.folder, "sessions/shop/sessions", session);
  const write = (path: string, value: unknown): void =>
    writeFileSync(join(home, path), JSON.stringify(value));
  edit({
    make: write,
    json(path, change) {
      const file: unknown = JSON.parse(readFileSync(join(home, path), "utf8"));
      change(file);
      write(path, file);
    },
  });
  await within(here, (system) => system.scan(here.run));
};

/** What tells one run from another and nothing else: ids, folders, names that are made of them, times. */
const plain = (here: Room, text: string): string =>
  text
    .replaceAll(here.run, "RUN")
    // The branch's name ends with its first letters.
    .replaceAll(`-${here.run.slice(0, 4)}"`, '-RUN"')
    .replaceAll(here.desk.folder, "HOME")
    .replaceAll(/task-[0-9a-f]{6}/gu, "task-NAME")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "TIME");

/** Events after a version, as text: type, data, and who asked. */
export const events = (here: Room, after: number): Promise<readonly string[]> =>
  within(here, async (system) =>
    (await system.rows(here.run, after)).map(({ type, data, by }) => {
      const who: unknown = JSON.parse(by);
      const [kind, name, agent, job] = ["kind", "name", "agent", "job"].map((key) =>
        isRecord(who) ? String(who[key] ?? "-") : "-",
      );
      return plain(here, `${type} ${data} by ${kind}:${name}/${agent} for ${job}`);
    }),
  );
