// Runs shell scripts, inside fences or without one, as whoever started this: each told by a line of JSON on standard input, answered by one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { runProgram } from "../../../src/runtime/host/child.ts";
import { openWorkspace } from "../../../src/workspace/open-workspace.ts";
import type { FenceAsk } from "../../../src/workspace/workspace.ts";

export type Asked = {
  readonly script: string;
  readonly ask: FenceAsk;
  readonly network: boolean;
  readonly ms: number;
  readonly fenced: boolean;
  readonly input: string | null;
};
export type Told = { readonly exit: number | null; readonly why: string | null; readonly out: string };

const isAsked = (value: unknown): value is Asked => typeof value === "object" && value !== null && "script" in value && "ask" in value;

const answer = async (line: string): Promise<Told> => {
  const asked: unknown = JSON.parse(line);
  if (!isAsked(asked)) throw new TypeError("nothing was asked");
  const { ask, script, network, ms, input } = asked;
  // Where places lie is asked of this process.
  process.env["CAIRN_PLACES"] = ask.env["CAIRN_PLACES"];
  const workspace = await openWorkspace({ home: join(ask.root, ".cairn") });
  const fences = await workspace.fences();
  const fenced = asked.fenced ? await fences.around(ask) : null;
  if (fenced === null && asked.fenced) throw new Error(`no fence: ${JSON.stringify(await fences.here())}`);
  let out = "";
  const mark = `fence.${process.pid}`;
  const ran = await runProgram(
    {
      argv: ["sh", "-c", script],
      env: { ...(fenced?.env ?? ask.env), CAIRN_MARK: mark },
      cwd: ask.writable[0] ?? ask.root,
      stdin: input === null ? null : readFileSync(input, "utf8"),
      ...(input === null ? {} : { stdinFile: input }),
      mark,
      fence: fenced === null ? null : { fenced, network },
      ms,
      bytes: 1_000_000,
      output: (_from, chunk) => void (out += chunk.toString()),
    },
    workspace.processes,
    new AbortController().signal,
  );
  await fenced?.close();
  return { exit: ran.exit, why: ran.why, out };
};

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(await answer(line)));
