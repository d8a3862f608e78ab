// Tests of the HTTP API's files: only a run's own artifacts, and no credentials in agent output.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Recorded } from "../../src/core/row.ts";
import type { Ended } from "../../src/core/view.ts";
import { isRefusal, type Refusal } from "../../src/core/refusal.ts";
import { emptyConfig } from "../../src/runtime/config.ts";
import type { Ground, Route } from "../../src/http/route.ts";
import { filesRoutes } from "../../src/http/routes/files.ts";
import { outputsOf } from "../../src/runtime/output/outputs.ts";
import { spoolJob } from "../contract/workspace-spool-job.ts";
import { at } from "../e2e/desk.ts";
import { shop } from "../mcp/shop.ts";
import { api } from "./api.ts";

const route = (path: string): Route =>
  filesRoutes.find((one) => one.path === `/api/runs/:run/${path}`) ?? assert.fail(path);

/** The run as it would be, had it ended with these. */
const endedWith = (ground: Ground, artifacts: readonly string[]): Ground => ({
  ...ground,
  system: {
    ...ground.system,
    load: async (run) => {
      const loaded = await ground.system.load(run);
      const ended: Ended = { good: true, summary: "", output: "report.md", artifacts };
      return isRefusal(loaded)
        ? loaded
        : { ...loaded, protocol: { ...loaded.protocol, ended: () => ended } };
    },
  },
});
const artifact = async (ground: Ground, run: string, path: string): Promise<Response | Refusal> => {
  const answer = await route("artifacts/*path").run({
    ...ground,
    params: { run, path },
    query: {},
    body: null,
    request: new Request("http://x/"),
  });
  return answer instanceof Response || isRefusal(answer) ? answer : assert.fail("neither");
};
const attempt = {
  job: "j",
  role: null,
  kind: null,
  subject: null,
  by: null,
  from: "",
  to: "",
  over: true,
  ends: [],
  work: false,
};
const png = Buffer.from("89504e470d0a1a0a0000", "hex");

test("an artifact is what the run ended with, as text or picture; what leads out of the working tree is refused", async (t) => {
  const own = await shop(t);
  const { ground } = await api(t, own);
  const { root, folder, run } = own;
  writeFileSync(join(root, "report.md"), "<script>alert(1)</script>");
  writeFileSync(join(root, "shot.png"), png);
  writeFileSync(join(root, "page.html"), "<h1>markup</h1>");
  writeFileSync(join(root, "data.bin"), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(join(root, "unnamed.txt"), "not named");
  writeFileSync(join(root, "big.txt"), "ä".repeat(2 * 1024 * 1024));
  writeFileSync(join(folder, "outside.txt"), "outside");
  symlinkSync(join(folder, "outside.txt"), join(root, "link.txt"));
  symlinkSync("report.md", join(root, "inner.md"));
  symlinkSync(folder, join(root, "up"));
  mkdirSync(join(root, "folder"));
  const named = [
    "shot.png",
    "page.html",
    "data.bin",
    "big.txt",
    "link.txt",
    "inner.md",
    "up/outside.txt",
    "../outside.txt",
    "folder",
    "gone.txt",
  ];
  const here = endedWith(ground, named);

  const kind = async (path: string): Promise<readonly [string | null, string | null, string]> => {
    const answer = await artifact(here, run, path);
    assert.ok(answer instanceof Response, `${path}: ${JSON.stringify(answer)}`);
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    const { headers } = answer;
    return [headers.get("content-type"), headers.get("content-disposition"), await answer.text()];
  };
  const plain = "text/plain; charset=utf-8";
  assert.deepEqual(await kind("report.md"), [plain, null, "<script>alert(1)</script>"]);
  assert.deepEqual((await kind("page.html")).slice(0, 2), [plain, null]);
  assert.deepEqual((await kind("shot.png")).slice(0, 2), ["image/png", null]);
  assert.deepEqual((await kind("data.bin")).slice(0, 2), [
    "application/octet-stream",
    "attachment",
  ]);
  assert.deepEqual((await kind("inner.md"))[2], "<script>alert(1)</script>");
  const big = await artifact(here, run, "big.txt");
  assert.ok(big instanceof Response);
  assert.equal(big.headers.get("cairn-cut"), String(4 * 1024 * 1024));
  assert.match(await big.text(), /^ä+\n\[2097152 bytes left out\]\n$/u);

  for (const [path, code] of [
    ["link.txt", "PATH_OUTSIDE"],
    ["up/outside.txt", "PATH_OUTSIDE"],
    ["../outside.txt", "PATH_OUTSIDE"],
    ["unnamed.txt", "FILE_UNKNOWN"],
    ["gone.txt", "FILE_UNKNOWN"],
    ["./report.md", "FILE_UNKNOWN"],
    ["", "FILE_UNKNOWN"],
  ] as const)
    assert.equal(at(await artifact(here, run, path), "code"), code, path);
  // Nothing is named while it isn't over.
  assert.equal(at(await artifact(ground, run, "report.md"), "code"), "FILE_UNKNOWN");
});

test("an artifact is where its address says, whatever signs its name has", async (t) => {
  const own = await shop(t);
  const { ground } = await api(t, own);
  const named = [
    "notes\u{202e}dm.exe",
    "notes\u{fffd}dm.exe",
    "a\u{200b}b.md",
    "ab.md",
    "50% of #1? a+b&c.md",
    "ä/ö.md",
    "..%2fx",
  ];
  mkdirSync(join(own.root, "ä"));
  for (const path of named) writeFileSync(join(own.root, path), `this is ${path}`);
  const here = endedWith(ground, named);
  const asked = {
    ...here,
    params: { run: own.run },
    query: {},
    body: null,
    request: new Request("http://x/"),
  };
  const listed = at(await route("files").run(asked), "artifacts");
  assert.ok(Array.isArray(listed) && listed.length === named.length + 1);
  for (const one of listed.slice(1)) {
    const [path, address] = [String(at(one, "path")), String(at(one, "address"))];
    assert.match(
      address,
      /^\/api\/runs\/\w+\/artifacts\/[\w%/.()'*!~-]+$/u,
      "no sign of it is one that a page shows as another",
    );
    const asks = new URL(address, "http://x").pathname.split("/artifacts/")[1] ?? "";
    const answer = await artifact(here, own.run, decodeURIComponent(asks));
    assert.ok(answer instanceof Response, `${path}: ${JSON.stringify(answer)}`);
    assert.equal(await answer.text(), `this is ${path}`);
  }
});

test("what an agent writes is told as it comes, without its credentials, and from the kept text once its spool is gone", async (t) => {
  const own = await shop(t);
  const { get, ground } = await api(t, own);
  const { spool } = ground.system.workspace;
  const made = spoolJob(own.run, 7);
  const folder = await spool.make(made, "brief");
  const address = `/api/runs/${own.run}/jobs/7/output`;
  assert.deepEqual((await get(address)).json(), { text: "", next: 0, over: false, kept: false });
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  appendFileSync(join(folder, "out"), `first\nGITHUB_TOKEN=${token}\nhal`);
  const first = (await get(`${address}?from=0`)).json();
  assert.match(String(at(first, "text")), /^first\nGITHUB_TOKEN=\[redacted\]\n$/u);
  appendFileSync(join(folder, "out"), "f a line\n");
  const second = (await get(`${address}?from=${String(at(first, "next"))}`)).json();
  assert.equal(at(second, "text"), "half a line\n");
  await spool.remove(folder);
  assert.equal((await get(address)).status, 404, "no event was said under this lease");
  for (const none of ["x", "-1", "1e3"])
    assert.equal((await get(`/api/runs/${own.run}/jobs/${none}/output`)).status, 404, none);
});

test("a job's kept output is looked for among its own events, and a fence that no job has costs no look at the log", async (t) => {
  const own = await shop(t);
  const { ground } = await api(t, own);
  const { system } = ground;
  const [digest, other] = [
    await system.workspace.keep("of this job"),
    await system.workspace.keep("of another"),
  ];
  const protocol = await system.protocol("ultrawork");
  assert.ok(!isRefusal(protocol));
  const loaded = await system.load(own.run);
  assert.ok(!isRefusal(loaded));
  const refers = {
    types: ["Kept"],
    of: ({ version }: Recorded) => ({ outputs: [version === 3 ? other : digest] }),
  };
  const read: number[][] = [];
  const outputs = outputsOf({
    engine: {
      workspace: system.workspace,
      config: emptyConfig,
      driver: async () => undefined,
      ledger: {
        read: async ({ run = "", after = 0, limit = 0 }) => {
          read.push([after, limit]);
          const by = (version: number): string =>
            JSON.stringify({
              kind: "engine",
              name: "host",
              job: "j",
              fence: version === 3 ? 8 : 7,
            });
          return (await system.rows(run, after, limit)).map((row) => ({
            ...row,
            type: "Kept",
            by: by(row.version),
          }));
        },
      },
    },
    timeline: async () => [{ ...attempt, fence: 7, versions: [1, 3] }],
    load: async () => ({ ...loaded, protocol: { ...protocol, refers } }),
  });
  assert.deepEqual(await outputs.output(own.run, 7, 0), {
    text: "of this job",
    next: 11,
    over: true,
    kept: true,
  });
  assert.deepEqual(read, [[0, 3]]);
  for (const none of [8, 999])
    assert.equal(at(await outputs.output(own.run, none, 0), "code"), "JOB_UNKNOWN");
  assert.equal(read.length, 1);
});
