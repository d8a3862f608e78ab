// Tests of the scripted model server: each dialect takes the same steps, despite side requests.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { openModelServer } from "../fixtures/model-server/server.ts";
import type { Script } from "../fixtures/model-server/script.ts";

type Asking = {
  readonly path: string;
  readonly body: (turns: readonly string[], tools: boolean) => unknown;
};
const schema = {
  type: "object",
  properties: { command: { type: "string" } },
  required: ["command"],
};
const odd = (n: number): boolean => n % 2 === 1;

/** Turns by turns: what a user said, then the result of each call. */
const ways: Readonly<Record<string, Asking>> = {
  responses: {
    path: "/v1/responses",
    body: ([said, ...results], tools) => ({
      model: "m",
      input: [
        { type: "message", role: "user", content: [{ type: "input_text", text: said }] },
        ...results.map((output, n) => ({
          type: odd(n) ? "custom_tool_call_output" : "function_call_output",
          call_id: `c${n}`,
          output,
        })),
      ],
      tools: tools ? [{ type: "function", name: "shell_command", parameters: schema }] : [],
    }),
  },
  chat: {
    path: "/v1/chat/completions",
    body: ([said, ...results], tools) => ({
      model: "m",
      messages: [
        { role: "user", content: said },
        ...results.map((content) => ({ role: "tool", content })),
      ],
      ...(tools
        ? { tools: [{ type: "function", function: { name: "bash", parameters: schema } }] }
        : {}),
    }),
  },
  messages: {
    path: "/v1/messages",
    body: ([said, ...results], tools) => ({
      model: "m",
      messages: [
        { role: "user", content: [{ type: "text", text: said }] },
        ...results.map((content) => ({
          role: "user",
          content: [
            { type: "tool_result", content },
            { type: "text", text: "a reminder" },
          ],
        })),
      ],
      ...(tools ? { tools: [{ name: "Bash", input_schema: schema }] } : {}),
    }),
  },
  gemini: {
    path: "/v1beta/models/m:generateContent",
    body: ([said, ...results], tools) => ({
      contents: [
        { role: "user", parts: [{ text: said }] },
        ...results.map((output) => ({
          role: "user",
          parts: [{ functionResponse: { name: "run_shell_command", response: { output } } }],
        })),
      ],
      ...(tools
        ? {
            tools: [
              {
                functionDeclarations: [{ name: "run_shell_command", parametersJsonSchema: schema }],
              },
            ],
          }
        : {}),
    }),
  },
};

const script: Script = [
  {
    marker: "JOB one",
    steps: [{ shell: "ls" }, { status: 529, times: 1 }, { shell: "pwd" }, { text: "all done" }],
  },
  { marker: "JOB two", steps: [{ status: 401 }] },
  { marker: "JOB three", steps: [{ mcp: { tool: "report", input: {} } }] },
];

const served = async (t: TestContext) => {
  const server = await openModelServer(script);
  t.after(() => server.close());
  const ask = async ({ path, body }: Asking, turns: readonly string[], tools = true) => {
    const answer = await fetch(server.url + path, {
      method: "POST",
      body: JSON.stringify(body(turns, tools)),
    });
    return { status: answer.status, text: await answer.text() };
  };
  return { server, ask };
};

for (const [name, way] of Object.entries(ways)) {
  test(`${name}: the step follows from the request, faults come when they are due and side requests change nothing`, async (t) => {
    const { server, ask } = await served(t);
    for (const _again of [1, 2]) assert.match((await ask(way, ["JOB one"])).text, /\bls\b/);
    assert.equal((await ask(way, ["title of: JOB one"], false)).status, 200);
    assert.equal((await ask(way, ["JOB one", "a"])).status, 529);
    for (const _again of [1, 2]) assert.match((await ask(way, ["JOB one", "a"])).text, /\bpwd\b/);
    assert.match((await ask(way, ["JOB one", "a", "b"])).text, /all done/);
    for (const _again of [1, 2]) assert.equal((await ask(way, ["JOB two"])).status, 401);
    assert.equal(server.requests.at(-1)?.misfit, null);
    assert.match((await ask(way, ["JOB three"])).text, /no tool for/);
    assert.match(server.requests.at(-1)?.misfit ?? "", /no tool for/);
    assert.deepEqual(
      server.requests
        .slice(0, 4)
        .map(({ dialect, marker, results }) => ({ dialect, marker, results })),
      [0, 0, 0, 1].map((results) => ({ dialect: name, marker: "JOB one", results })),
    );
  });
}

test("an answer streams where that was asked for, and a stuck one ends with the server", async () => {
  const server = await openModelServer([
    { marker: "JOB one", steps: [{ text: "all done" }] },
    { marker: "JOB two", steps: [{ stuck: true }] },
    { marker: "JOB three", steps: [{ torn: true }, { text: "never whole" }] },
  ]);
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(server.url + path, { method: "POST", body: JSON.stringify(body) });
  for (const [name, { path, body }] of Object.entries(ways)) {
    const asked = name === "gemini" ? path.replace("generate", "streamGenerate") : path;
    const streamed = await post(asked, { ...Object(body(["JOB one"], true)), stream: true });
    assert.equal(streamed.headers.get("content-type"), "text/event-stream");
    assert.match(await streamed.text(), /^(event: [\w.]+\n)?data: \{.*all done/su);
    const torn = await post(asked, { ...Object(body(["JOB three"], true)), stream: true });
    await assert.rejects(torn.text());
  }
  const [first] = Object.values(ways);
  const stuck = post(first?.path ?? "", first?.body(["JOB two"], true));
  while (server.requests.at(-1)?.marker !== "JOB two")
    await new Promise((resolve) => setImmediate(resolve));
  await server.close();
  await assert.rejects(stuck);
});
