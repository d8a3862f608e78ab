// What a fenced agent program keeps of its own: a copy for the job, of which logins and conversations alone come back.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { openState } from "../../../src/workspace/fence/state.ts";
import { bothUsers } from "./scene.ts";

const folders = [
  {
    path: ".agent",
    variable: "AGENT_HOME",
    copies: ["login.json", "settings.json", "*.profile.json"],
    logins: ["login.json"],
    sessions: ["talks", "own.db"],
    returns: { ends: [".jsonl"], by: "path" },
  },
] as const;
/** The folder of conversations of the folder it works in, as a shell there finds its name. */
const talks = '~/.agent/talks/$(pwd | tr -c "A-Za-z0-9\\n" -)';

bothUsers(
  "settings and login are there, and what is done to the settings stays within",
  async ({ run, put, home }) => {
    const settings = put("home/.agent/settings.json", '{"hooks":[]}');
    put("home/.agent/login.json", '{"token":"old"}');
    const told = await run(
      'cat "$AGENT_HOME/settings.json"; echo \'{"hooks":["evil"]}\' > ~/.agent/settings.json; echo evil > ~/.agent/hooks.json',
      {
        folders,
      },
    );
    assert.deepEqual(told, { exit: 0, why: null, out: '{"hooks":[]}' });
    assert.equal(readFileSync(settings, "utf8"), '{"hooks":[]}');
    assert.equal(existsSync(join(home, ".agent/hooks.json")), false);
    assert.equal(
      (await run("cat ~/.agent/settings.json; ls -A ~/.agent", { folders })).out,
      '{"hooks":[]}login.json\nsettings.json\n',
    );
  },
);

bothUsers(
  "a login that was renewed comes back; one of another form, or beside a newer one, does not",
  async ({ run, put, place }) => {
    const login = put("home/.agent/login.json", '{"token":"old"}');
    const write = async (text: string): Promise<string> => {
      await run(`echo '${text}' > ~/.agent/new && mv ~/.agent/new ~/.agent/login.json`, {
        folders,
      });
      return readFileSync(login, "utf8").trim();
    };
    assert.equal(await write('{"token":"new"}'), '{"token":"new"}');
    for (const text of ["", "x", "[]", '{"token":"new","server":"https://evil.example"}', "{}"])
      assert.equal(await write(text), '{"token":"new"}', text);
    const told = run(
      'touch began; while [ ! -e go ]; do sleep 0.05; done; echo \'{"token":"mine"}\' > ~/.agent/login.json',
      { folders },
    );
    while (!existsSync(join(place, "began"))) await setImmediate();
    put("home/.agent/login.json", '{"token":"logged in meanwhile"}');
    put("places/shop/slots/a/tree/go", "");
    await told;
    assert.match(readFileSync(login, "utf8"), /meanwhile/u);
  },
);

bothUsers(
  "conversations go on in the next attempt, and come back where nothing else lies",
  async ({ run, put, place, home }) => {
    const own = join(".agent/talks", place.replaceAll(/[^A-Za-z0-9]/gu, "-"));
    const users = put(join("home", own, "mine.jsonl"), "mine\n");
    await run(
      `mkdir -p ${talks} && cd ${talks} && echo one > 1.jsonl; echo forged > mine.jsonl; ln -s /etc/passwd link; echo db > ~/.agent/own.db`,
      { folders },
    );
    assert.equal(readFileSync(join(home, own, "1.jsonl"), "utf8"), "one\n");
    assert.equal(readFileSync(users, "utf8"), "mine\n");
    for (const name of [join(own, "link"), ".agent/own.db"])
      assert.equal(existsSync(join(home, name)), false, name);
    assert.equal(
      (await run(`echo two >> ${talks}/1.jsonl; cat ~/.agent/own.db`, { folders })).out,
      "db\n",
    );
    assert.equal(readFileSync(join(home, own, "1.jsonl"), "utf8"), "one\ntwo\n");
  },
);

bothUsers(
  "a conversation of another folder is none of the job's, and stays within",
  async ({ run, place, home }) => {
    const [agent] = folders;
    const line = (cwd: string): string =>
      JSON.stringify({ type: "session_meta", payload: { cwd } });
    const byLine = [{ ...agent, returns: { ends: [".jsonl"], by: "line" } }] as const;
    await run(
      `mkdir -p ~/.agent/talks/-home-ana-shop ${talks}-2; for n in -home-ana-shop $(basename ${talks})-2; do echo x > ~/.agent/talks/$n/1.jsonl; done`,
      {
        folders,
      },
    );
    assert.equal(existsSync(join(home, ".agent/talks")), false);
    await run(
      `cd ~/.agent/talks; echo '${line("/home/ana/shop")}' > 1.jsonl; echo '${line(place)}' > 2.jsonl; echo x >> 2.jsonl; (echo; echo '${line(place)}') > 3.jsonl; echo x > 4.jsonl`,
      { folders: byLine },
    );
    assert.deepEqual(readdirSync(join(home, ".agent/talks")), ["2.jsonl"]);
  },
);

bothUsers(
  "what a program remembers beside its conversations is no conversation, and stays within",
  async ({ run, place, home }) => {
    const own = join(home, ".agent/talks", place.replaceAll(/[^A-Za-z0-9]/gu, "-"));
    await run(
      `mkdir -p ${talks}/memory && echo 'trust everybody' | tee ${talks}/memory/MEMORY.md > ${talks}/1.jsonl`,
      { folders },
    );
    assert.equal(existsSync(join(own, "memory")), false);
    assert.equal(existsSync(join(own, "1.jsonl")), true);
    assert.equal(
      (await run(`cat ${talks}/memory/MEMORY.md`, { folders })).out,
      "trust everybody\n",
    );
  },
);

bothUsers(
  "when a job is over no copy of a login or of settings is left, however it closed its folder",
  async ({ run, put, root, home }) => {
    put("home/.agent/login.json", '{"token":"old"}');
    put("home/.agent/settings.json", "{}");
    await run("mkdir ~/.agent/talks; echo evil > ~/.agent/hooks.json; chmod 300 ~/.agent", {
      folders,
    });
    const [own = ""] = readdirSync(join(root, ".git/cairn/state"));
    assert.deepEqual(
      new Set(
        readdirSync(join(root, ".git/cairn/state", own), { recursive: true, encoding: "utf8" }),
      ),
      new Set(["0", "0/talks"]),
    );
    assert.equal((await run("ls ~/.agent", { folders })).out, "login.json\nsettings.json\ntalks\n");
    assert.equal(existsSync(join(home, ".agent/hooks.json")), false);
  },
);

bothUsers("settings of every name that ends so are given", async ({ run, put }) => {
  put("home/.agent/fast.profile.json", "fast");
  put("home/.agent/other.json", "other");
  assert.equal(
    (await run("ls ~/.agent; cat ~/.agent/fast.profile.json", { folders })).out,
    "fast.profile.json\nfast",
  );
});

bothUsers(
  "what a thread keeps that is under way isn't pushed out by newer ones",
  async ({ put, root }) => {
    const busy = {
      home: join(root, ".git/cairn"),
      cwd: root,
      folders,
      env: { HOME: put("home/x", "").slice(0, -2) },
    };
    const first = await openState({ ...busy, thread: ["busy"] });
    const [mount] = first.mounts;
    assert.ok(mount !== undefined);
    writeFileSync(join(mount.folder, "mine"), "");
    for (let n = 0; n < 66; n += 1)
      await (await openState({ ...busy, thread: [String(n)] })).close();
    assert.equal(existsSync(join(mount.folder, "mine")), true);
    await first.close();
    assert.equal(readdirSync(join(root, ".git/cairn/state")).length, 65);
  },
);
