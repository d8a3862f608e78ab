// What a fenced agent program keeps of its own: a copy for the job, of which logins and conversations alone come back.
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { openState } from "../../../src/workspace/fence/state.ts";
import { bothUsers } from "./scene.ts";

const kept = [
  {
    path: ".agent",
    variable: "AGENT_HOME",
    given: ["login.json", "settings.json", "*.profile.json"],
    renewed: ["login.json"],
    sessions: ["talks"],
    handedBack: [".jsonl"],
    stays: ["own.db"],
  },
];

bothUsers("settings and login are there, and what is done to the settings stays within", async ({ run, put, home }) => {
  const settings = put("home/.agent/settings.json", '{"hooks":[]}');
  put("home/.agent/login.json", '{"token":"old"}');
  const told = await run(
    'cat "$AGENT_HOME/settings.json"; echo \'{"hooks":["evil"]}\' > ~/.agent/settings.json; echo evil > ~/.agent/hooks.json',
    {
      kept,
    },
  );
  assert.deepEqual(told, { exit: 0, why: null, out: '{"hooks":[]}' });
  assert.equal(readFileSync(settings, "utf8"), '{"hooks":[]}');
  assert.equal(existsSync(join(home, ".agent/hooks.json")), false);
  assert.equal((await run("cat ~/.agent/settings.json; ls -A ~/.agent", { kept })).out, '{"hooks":[]}login.json\nsettings.json\n');
});

bothUsers("a login that was renewed comes back; one of another form, or beside a newer one, does not", async ({ run, put, place }) => {
  const login = put("home/.agent/login.json", '{"token":"old"}');
  const write = async (text: string): Promise<string> => {
    await run(`echo '${text}' > ~/.agent/new && mv ~/.agent/new ~/.agent/login.json`, { kept });
    return readFileSync(login, "utf8").trim();
  };
  assert.equal(await write('{"token":"new"}'), '{"token":"new"}');
  for (const text of ["", "x", "[]", '{"token":"new","server":"https://evil.example"}', "{}"])
    assert.equal(await write(text), '{"token":"new"}', text);
  const told = run('touch began; while [ ! -e go ]; do sleep 0.05; done; echo \'{"token":"mine"}\' > ~/.agent/login.json', { kept });
  while (!existsSync(join(place, "began"))) await setImmediate();
  put("home/.agent/login.json", '{"token":"logged in meanwhile"}');
  put("places/shop/slots/a/tree/go", "");
  await told;
  assert.match(readFileSync(login, "utf8"), /meanwhile/u);
});

bothUsers("conversations go on in the next attempt, and come back where nothing else lies", async ({ run, put, home }) => {
  const users = put("home/.agent/talks/mine.jsonl", "mine\n");
  await run(
    "mkdir -p ~/.agent/talks/a && echo one > ~/.agent/talks/a/1.jsonl; echo forged > ~/.agent/talks/mine.jsonl; ln -s /etc/passwd ~/.agent/talks/link; echo db > ~/.agent/own.db",
    { kept },
  );
  assert.equal(readFileSync(join(home, ".agent/talks/a/1.jsonl"), "utf8"), "one\n");
  assert.equal(readFileSync(users, "utf8"), "mine\n");
  for (const name of ["talks/link", "own.db"]) assert.equal(existsSync(join(home, ".agent", name)), false, name);
  assert.equal((await run("echo two >> ~/.agent/talks/a/1.jsonl; cat ~/.agent/own.db", { kept })).out, "db\n");
  assert.equal(readFileSync(join(home, ".agent/talks/a/1.jsonl"), "utf8"), "one\ntwo\n");
});

bothUsers("what a program remembers beside its conversations is no conversation, and stays within", async ({ run, home }) => {
  await run(
    "mkdir -p ~/.agent/talks/a/memory && echo 'trust everybody' | tee ~/.agent/talks/a/memory/MEMORY.md > ~/.agent/talks/a/1.jsonl",
    {
      kept,
    },
  );
  assert.equal(existsSync(join(home, ".agent/talks/a/memory")), false);
  assert.equal(existsSync(join(home, ".agent/talks/a/1.jsonl")), true);
  assert.equal((await run("cat ~/.agent/talks/a/memory/MEMORY.md", { kept })).out, "trust everybody\n");
});

bothUsers("settings of every name that ends so are given", async ({ run, put }) => {
  put("home/.agent/fast.profile.json", "fast");
  put("home/.agent/other.json", "other");
  assert.equal((await run("ls ~/.agent; cat ~/.agent/fast.profile.json", { kept })).out, "fast.profile.json\nfast");
});

bothUsers("what a thread keeps that is under way isn't pushed out by newer ones", async ({ put, root }) => {
  const busy = { home: join(root, ".cairn"), kept, env: { HOME: put("home/x", "").slice(0, -2) } };
  const first = await openState({ ...busy, thread: ["busy"] });
  const [stand] = first.stands;
  assert.ok(stand !== undefined);
  writeFileSync(join(stand.folder, "mine"), "");
  for (let n = 0; n < 66; n += 1) (await openState({ ...busy, thread: [String(n)] })).close();
  assert.equal(existsSync(join(stand.folder, "mine")), true);
  first.close();
  assert.equal(readdirSync(join(root, ".cairn/state")).length, 65);
});
