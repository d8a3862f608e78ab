// Runs shell scripts, inside fences or without one, as whoever started this: each told by a line of JSON on standard input, answered by one.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type Door, openDoor } from "../../../src/runtime/door/door.ts";
import { runProgram } from "../../../src/runtime/host/child.ts";
import { openWorkspace } from "../../../src/workspace/open-workspace.ts";
import type { FenceAsk, Fenced } from "../../../src/workspace/workspace.ts";

export type Asked = {
  readonly script: string;
  readonly ask: FenceAsk;
  readonly network: boolean;
  readonly ms: number;
  readonly fenced: boolean;
  readonly input: string | null;
  /** What stands behind its door, instead of cairn; not said: it has none. */
  readonly outside?: readonly string[];
};
export type Told = {
  readonly exit: number | null;
  readonly why: string | null;
  readonly out: string;
};

const isAsked = (value: unknown): value is Asked =>
  typeof value === "object" && value !== null && "script" in value && "ask" in value;

/** Of a job whose run is `own` and whose token is `7.own`. */
const doorFor = async (
  { ask, outside }: Asked,
  fenced: Fenced | null,
  mark: string,
): Promise<Door | null> =>
  outside === undefined || fenced === null
    ? null
    : openDoor(fenced.doorway(), {
        program: outside,
        env: {
          ...ask.env,
          CAIRN_ROOT: ask.root,
          CAIRN_RUN: "own",
          CAIRN_TOKEN: "7.own",
          CAIRN_MARK: mark,
          CAIRN_DOOR: "",
        },
        cwd: ask.root,
        token: "7.own",
        limits: { askMs: 1_000 },
      });

const answer = async (line: string): Promise<Told> => {
  const asked: unknown = JSON.parse(line);
  if (!isAsked(asked)) throw new TypeError("nothing was asked");
  const { ask, script, network, ms, input } = asked;
  // Where places lie is asked of this process.
  process.env["CAIRN_PLACES"] = ask.env["CAIRN_PLACES"];
  const workspace = await openWorkspace({ home: join(ask.root, ".git/cairn") });
  const fences = await workspace.fences();
  const fenced = asked.fenced ? await fences.around(ask) : null;
  if (fenced === null && asked.fenced)
    throw new Error(`no fence: ${JSON.stringify(await fences.here())}`);
  let out = "";
  const mark = `fence.${process.pid}`;
  const door = await doorFor(asked, fenced, mark);
  const ran = await runProgram(
    {
      argv: ["sh", "-c", script],
      env: { ...(fenced?.env ?? ask.env), CAIRN_MARK: mark, CAIRN_DOOR: door?.path ?? "" },
      cwd: ask.writable[0] ?? ask.root,
      stdin: input === null ? null : readFileSync(input, "utf8"),
      ...(input === null ? {} : { stdinFile: input }),
      mark,
      fence:
        fenced === null
          ? null
          : { fenced, network, ...(door === null ? {} : { door: dirname(door.path) }) },
      ms,
      bytes: 1_000_000,
      output: (_from, chunk) => void (out += chunk.toString()),
    },
    workspace.processes,
    new AbortController().signal,
  );
  await door?.close();
  await fenced?.close();
  return { exit: ran.exit, why: ran.why, out };
};

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await answer(line)));
