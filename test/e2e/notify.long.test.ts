// Notices of a driven run: three formats and a program are told of a question and of the end, each once, and nothing that is wrong with them reaches the run.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openWorkspace } from "../../src/workspace/open-workspace.ts";
import { at, hostsWithin } from "./desk.ts";
import { personal, receiver } from "./notify-receiver.ts";
import { auto, shop } from "./one-file.ts";

hostsWithin();

const asking = auto.filter((word) => word !== "--auto");

test("ntfy, Slack and Discord are told what a run asks and how it ended, once, with a link to the page that is up; a target that hangs, fails or isn't there delays no run, and none is told by its address", async (t) => {
  const here = shop(t);
  const hook = await receiver(t);
  personal(here.folder, {
    notify: [
      ...["ntfy", "slack", "discord"].map((format) => ({
        webhook: `${hook.origin}/${format}/SECRET`,
        format,
      })),
      { webhook: `${hook.origin}/hang/SECRET`, format: "ntfy", on: ["decision"] },
      { webhook: `${hook.origin}/fail/SECRET`, format: "slack" },
      { webhook: `${hook.origin}/moved/SECRET`, format: "json" },
      { command: ["no-such-program-of-cairn"] },
    ],
  });
  const home = join(here.root, ".git", "cairn");
  mkdirSync(home, { recursive: true });
  const servers = await (await openWorkspace({ home })).servers();
  const ended = servers.begin({
    origin: "http://127.0.0.1:4747",
    ledger: `sqlite:${home}/ledger.db`,
    since: "2026-01-08T12:00:00.000Z",
  });
  const stopped = await here.ends(3, [...asking, "--json"]);
  const run = String(at(stopped.json(), "run"));
  await hook.came(6);
  const of = (path: string, nth: number) => {
    const one = hook.received.filter((received) => received.path === `/${path}/SECRET`)[nth];
    assert.ok(one !== undefined, `${path} ${nth}`);
    return one;
  };
  const link = `http://127.0.0.1:4747/run/${run}?decide=approve-1`;
  const ntfy = of("ntfy", 0);
  assert.deepEqual(
    [ntfy.headers["title"], ntfy.headers["click"], ntfy.headers["tags"]],
    ["Waits for you: One file", link, "question"],
  );
  assert.ok(ntfy.body.endsWith(`\n${link}`), ntfy.body);
  const slack = String(at(JSON.parse(of("slack", 0).body), "text"));
  assert.match(slack, /^\*Waits for you: One file\*\n/u);
  assert.ok(slack.endsWith(`\n<${link}|Open it>`), slack);
  const discord: unknown = JSON.parse(of("discord", 0).body);
  assert.deepEqual(at(discord, "allowed_mentions", "parse"), []);
  assert.match(String(at(discord, "content")), /^\*\*Waits for you: One file\*\*\n/u);

  // Asked once: looking again at what waits sends nothing.
  await here.ends(3, "run s");
  ended?.();
  await here.ends(0, "decide s approve-1 approve");
  const done = await here.ends(0, "run s");
  await hook.came(11);
  const end = of("ntfy", 1);
  assert.deepEqual(
    [end.headers["title"], end.headers["click"], end.headers["tags"]],
    ["Done: One file", undefined, "white_check_mark"],
  );
  // No page is up any more.
  assert.ok(end.body.endsWith(`\ncairn status ${run}`), end.body);
  await here.ends(0, "run s");
  assert.equal(hook.received.length, 11);
  assert.ok(!hook.received.some(({ path }) => path === "/elsewhere"), "it was never followed");

  const log = await here.cairn("log s --json");
  const said = [stopped, done, log].map(({ out, err }) => out + err).join("");
  assert.doesNotMatch(said, /SECRET/u);
  assert.ok(!said.includes(hook.origin), said);
  assert.doesNotMatch(hook.received.map(({ body }) => body).join(""), /token=/u);
});

test("`cairn setup notify` tries each target, and says where none is how to have one", async (t) => {
  const here = shop(t);
  const hook = await receiver(t);
  const none = await here.ends(2, "setup notify");
  assert.match(
    none.err,
    /NOTIFY_NONE: no target is configured[^]*put into \S+config\.json: \{"notify": \{"webhook"/u,
  );
  personal(here.folder, { notify: { webhook: `${hook.origin}/json/SECRET` } });
  const sent = await here.cairn("setup notify");
  assert.deepEqual([sent.exit, sent.out], [0, "sent to webhook (json)\n"]);
  assert.deepEqual(JSON.parse(hook.received[0]?.body ?? ""), {
    event: "test",
    state: null,
    run: "",
    decision: null,
    title: "Cairn: a test",
    text: "Notices arrive here when a decision waits, a run ends, nothing moves or a runner is killed.",
    command: "cairn status",
    link: null,
  });
  personal(here.folder, {
    notify: [
      { webhook: `${hook.origin}/fail/SECRET`, format: "slack" },
      { webhook: `${hook.origin}/moved/SECRET`, format: "ntfy" },
      { command: ["no-such-program-of-cairn"] },
      { command: [process.execPath, "-e", "process.exit(3)"] },
      { webhook: "http://127.0.0.1:1/SECRET" },
    ],
  });
  const failed = await here.ends(1, "setup notify");
  for (const line of [
    "failed: webhook (slack): HTTP 500",
    "failed: webhook (ntfy): HTTP 302: it points to another address, which must be named itself",
    "failed: command (no-such-program-of-cairn): it can't be started: ENOENT",
    `failed: command (${process.execPath}): it ended with exit 3`,
    "failed: webhook (json): it can't be reached: ",
  ])
    assert.ok(failed.err.includes(line), `${line} in ${failed.err}`);
  assert.doesNotMatch(failed.out + failed.err, /SECRET/u);
});
