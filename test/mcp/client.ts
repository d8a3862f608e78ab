// Helper of tests: an MCP client of raw JSON-RPC, in both eras of the protocol.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { PassThrough, type Readable, type Writable } from "node:stream";
import type { TestContext } from "node:test";
import { serveMcp } from "../../src/mcp/stdio.ts";
import type { World } from "../../src/mcp/world.ts";
import { open } from "../../src/open.ts";
import type { Kin } from "../../src/workspace/workspace.ts";
import { at, type Desk } from "../e2e/desk.ts";

export const eras = ["2025-06-18", "2025-11-25", "2026-07-28"] as const;
export type Era = (typeof eras)[number];
const newest: Era = "2026-07-28";

export type Said = { readonly text: string; readonly wrong: boolean };
export type Talk = {
  /** The whole answer: `result` or `error`. */
  readonly request: (method: string, params?: object) => Promise<unknown>;
  readonly call: (tool: string, args?: object) => Promise<Said>;
  /** A line as it is. */
  readonly write: (line: string) => void;
  /** Lines that were no answer to a request of ours. */
  readonly strays: readonly string[];
};

const envelope = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": newest,
    "io.modelcontextprotocol/clientInfo": { name: "probe", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  },
};

const isAnswer = (value: unknown): value is { readonly id: number } =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  typeof value.id === "number" &&
  ("result" in value || "error" in value);

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
};

/** Speaks to whoever reads `input` and writes `output`. */
export const talkOver = async (
  input: Writable,
  output: Readable,
  era: Era,
  client = "probe",
): Promise<Talk> => {
  const waiting = new Map<number, (answer: unknown) => void>();
  const strays: string[] = [];
  createInterface({ input: output }).on("line", (line) => {
    const answer = parsed(line);
    const wanted = isAnswer(answer) ? waiting.get(answer.id) : undefined;
    if (wanted === undefined) strays.push(line);
    else wanted(answer);
  });
  let id = 0;
  const write = (line: string): void => void input.write(`${line}\n`);
  const request = (method: string, params: object = {}): Promise<unknown> => {
    id += 1;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.set(id, resolve);
    write(
      JSON.stringify({
        jsonrpc: "2.0",
        id,
        method,
        params: era === newest ? { ...params, ...envelope } : params,
      }),
    );
    return promise;
  };
  if (era !== newest) {
    const greeted = await request("initialize", {
      protocolVersion: era,
      capabilities: {},
      clientInfo: { name: client, version: "1" },
    });
    assert.equal(at(greeted, "result", "protocolVersion"), era);
    write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  }
  return {
    request,
    write,
    strays,
    call: async (name, args = {}) => {
      const answer = await request("tools/call", { name, arguments: args });
      const result = at(answer, "result");
      return {
        text: String(at(result, "content", 0, "text")),
        wrong: Object(result).isError === true,
      };
    },
  };
};

export type Room = {
  readonly env?: NodeJS.ProcessEnv;
  readonly era?: Era;
  readonly as?: string;
  readonly kin?: readonly Kin[];
  /** The name that the client gives itself. */
  readonly client?: string;
};
export type Connected = Talk & {
  /** Closes the client's end; resolves when the server has finished. */
  readonly leave: () => Promise<void>;
  readonly notes: readonly string[];
};

export const worldAt = ({ root, folder }: Desk, { env = {}, as, kin = [] }: Room = {}): World => ({
  async reach(use) {
    const all = {
      HOME: folder,
      CAIRN_ULTRAWORK_HOME: `${folder}/sessions`,
      PATH: process.env["PATH"],
      ...env,
    };
    // Whoever runs the tests may be a job itself.
    const system = await open({ cwd: root, env: all, kin: () => kin });
    try {
      return await use(system);
    } finally {
      await system.close();
    }
  },
  own: { run: env["CAIRN_RUN"] ?? null, token: env["CAIRN_TOKEN"] ?? null },
  as: as ?? null,
  version: "0.0.0",
});

/** A server in this process, at the desk's repository. */
export const connect = async (t: TestContext, desk: Desk, room: Room = {}): Promise<Connected> => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const notes: string[] = [];
  const served = serveMcp(
    worldAt(desk, room),
    { input, output },
    new AbortController().signal,
    (line) => void notes.push(line),
  );
  const talk = await talkOver(input, output, room.era ?? "2025-11-25", room.client);
  const leave = async (): Promise<void> => {
    input.end();
    await served;
  };
  t.after(leave);
  return { ...talk, leave, notes };
};
