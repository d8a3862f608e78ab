// The door of a fenced job: what it lets through, and the ways to make more of it. None gets through.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { setImmediate } from "node:timers/promises";
import { running } from "./proc.ts";
import { bothUsers, launcher, plainUser, type Scene } from "./scene.ts";

const cairn = `node ${launcher}`;

/** Tells what it was started with, and notes that it was. */
const mirror = [
  process.execPath,
  "-e",
  `require("fs").appendFileSync("started", "x");
   const { CAIRN_RUN, CAIRN_TOKEN, CAIRN_ROOT, CAIRN_DOOR, EVIL } = process.env;
   const say = (stdin) => console.log(JSON.stringify({ argv: process.argv.slice(1), cwd: process.cwd(), env: { CAIRN_RUN, CAIRN_TOKEN, CAIRN_ROOT, CAIRN_DOOR, EVIL }, stdin }));
   let text = ""; process.stdin.on("data", (d) => text += d).on("end", () => say(text));`,
];
/** Lives until it is ended; \`word\` stands in its command line. */
const sleeper = (word: string): readonly string[] => [
  process.execPath,
  "-e",
  `"${word}"; setInterval(() => {}, 1000); console.log("up")`,
];

const gone = async (word: string): Promise<void> => {
  while (running(word).length > 0) await setImmediate();
};
const there = async (path: string): Promise<void> => {
  while (!existsSync(path)) await setImmediate();
};

/** Writes frames as they are: `kind:text` in words, `hex:…` byte by byte; prints what comes. */
const raw = (put: Scene["put"]): string =>
  put(
    "raw.cjs",
    `const kinds = ["ask", "input", "end", "want", "out", "err", "exit"];
const frame = (kind, bytes) => { const head = Buffer.alloc(5); head[0] = kinds.indexOf(kind); head.writeUInt32BE(bytes.length, 1); return Buffer.concat([head, bytes]); };
const socket = require("net").connect(process.env.CAIRN_DOOR);
for (const word of process.argv.slice(2)) {
  const [kind, ...rest] = word.split(":");
  socket.write(kind === "hex" ? Buffer.from(rest.join(":"), "hex") : frame(kind, Buffer.from(rest.join(":"))));
}
socket.on("data", (piece) => process.stdout.write(piece.toString("latin1").replace(/[^\\x20-\\x7e\\n]/g, "")));
socket.on("error", () => {}).on("close", () => console.log("closed"));
`,
  );
const asking = (...argv: readonly string[]): string => `'ask:${JSON.stringify({ argv })}'`;

bothUsers(
  "what is typed within is run outside, as that job, whatever the environment within says",
  async ({ run, root }) => {
    const { out } = await run(
      `CAIRN_RUN=other CAIRN_TOKEN=8.evil CAIRN_ROOT=/ HOME=/evil EVIL=1 ${cairn} status r1 --json`,
      {
        outside: mirror,
      },
    );
    assert.deepEqual(JSON.parse(out), {
      argv: ["status", "r1", "--json"],
      cwd: root,
      env: { CAIRN_RUN: "own", CAIRN_TOKEN: "7.own", CAIRN_ROOT: root, CAIRN_DOOR: "" },
      stdin: "",
    });
  },
);

plainUser(
  "files and standard input are read within, and only where they are asked for",
  async ({ run }) => {
    const { out } = await run(
      `echo '{"a":1}' > r.json; ${cairn} job report --data @r.json; printf two | ${cairn} job report --data=-; printf kept | { ${cairn} status --next >/dev/null; cat; }; echo; printf told | ${cairn} setup hooks run Stop`,
      { outside: mirror },
    );
    const [file, input, kept, hook] = out.trim().split("\n");
    assert.deepEqual(
      [JSON.parse(file ?? "").argv, JSON.parse(file ?? "").stdin],
      [["job", "report", "--data=-"], '{"a":1}\n'],
    );
    assert.equal(JSON.parse(input ?? "").stdin, "two");
    assert.equal(kept, "kept");
    assert.deepEqual(
      [JSON.parse(hook ?? "").argv, JSON.parse(hook ?? "").stdin],
      [["setup", "hooks", "run", "Stop"], "told"],
    );
  },
);

plainUser("a long output and a long input come whole", async ({ run }) => {
  const back = [process.execPath, "-e", "process.stdin.pipe(process.stdout)"];
  const told = await run(
    `node -e 'process.stdout.write("x".repeat(5_000_000) + "y")' > long; ${cairn} job report --data @long > back; cmp long back && wc -c < back`,
    { outside: back },
  );
  assert.deepEqual([told.exit, told.out.trim()], [0, "5000001"]);
});

plainUser(
  "what decides or leads elsewhere is refused, and nothing is started",
  async ({ run, root }) => {
    const { out } = await run(
      ["merge --yes", "status --root /", "job report --token 8.other --done x", "__proto__"]
        .map((words) => `${cairn} ${words} 2> said; echo $?; head -1 said`)
        .join("\n"),
      { outside: mirror },
    );
    assert.deepEqual(
      out.split("\n").map((line) => line.split(":")[0]),
      ["2", "VERB_FENCED", "2", "FLAG_FENCED", "2", "TOKEN_FOREIGN", "2", "VERB_FENCED", ""],
    );
    assert.equal(existsSync(join(root, "started")), false);
    const told = await run(`${cairn} merge --json`, { outside: mirror });
    assert.equal(JSON.parse(told.out).error.code, "VERB_FENCED");
  },
);

bothUsers(
  "a file is never opened outside, whatever is named",
  async ({ run, put, home, root, place }) => {
    symlinkSync(join(home, ".ssh/id"), join(place, "link"));
    const names = [
      `${home}/.ssh/id`,
      "@/etc/shadow",
      "../../other",
      `${place}/link`,
      "/proc/self/environ",
    ];
    const path = raw(put);
    const { out } = await run(
      `${cairn} job report --data @${home}/.ssh/id; ${cairn} job report --data @link; ${names.map((name) => `node ${path} ${asking("job", "report", "--data", `@${name}`)}; node ${path} ${asking("job", "report", `--data= @${name}`)}`).join("; ")}`,
      { outside: mirror, readable: [path] },
    );
    assert.equal(out.match(/FLAG_FENCED/gu)?.length, names.length * 2);
    assert.doesNotMatch(out, /a key/u);
    assert.equal(existsSync(join(root, "started")), false);
  },
);

plainUser(
  "half a frame, a huge one and no frame at all end the call, and the door stays open",
  async ({ run, put, root }) => {
    const path = raw(put);
    const words = [
      "hex:00000000ff41",
      "hex:00ffffffff",
      "hex:474554202f20485454502f312e310d0a",
      "ask:nothing",
      'ask:{"argv":"status"}',
      'ask:{"argv":[1]}',
      "hex:000000001d7b2261726776223a5b22737461747573222c22c328225d7d0000",
      "input:x",
      "exit:0",
    ];
    const { out } = await run(
      `${words.map((word) => `node ${path} '${word}'`).join("; ")}; node ${path} ${asking("status")} ${asking("status")}; ${cairn} status --next`,
      { outside: mirror, readable: [path] },
    );
    assert.equal(out.match(/closed/gu)?.length, words.length + 1);
    assert.equal(out.match(/"--next"/gu)?.length, 1);
    assert.match(out, /DOOR_MALFORMED/u);
    assert.ok(statSync(join(root, "started")).size <= 2);
  },
);

plainUser(
  "a flood of connections takes no more than its share, and afterwards all is as before",
  async ({ run }) => {
    const word = `flood${process.pid}`;
    const told = await run(
      `node -e '
const net = require("net"); const all = [];
for (let i = 0; i < 300; i += 1) all.push(net.connect(process.env.CAIRN_DOOR).on("error", () => {}));
let text = ""; let refused = 300 - 16;
for (const one of all) one.on("data", (d) => (text += d)).on("close", () => {
  refused -= 1;
  if (refused === 0) { console.log(/DOOR_BUSY: 16 calls/.test(text)); process.exit(); }
});'; ${cairn} status`,
      { outside: [process.execPath, "-e", `"${word}"; console.log("answered")`] },
    );
    assert.equal(told.out, "true\nanswered\n");
  },
);

plainUser(
  "a client that is killed ends what it began, and the job goes on",
  async ({ run, place }) => {
    const word = `killed${process.pid}.${Date.now()}`;
    const told = run(
      `${cairn} mcp < /dev/zero > up & while ! grep -qs up up; do sleep 0.05; done; kill -9 $!; touch killed; while [ ! -e go ]; do sleep 0.05; done; echo on`,
      {
        outside: sleeper(word),
      },
    );
    await there(join(place, "killed"));
    await gone(word);
    spawnSync("touch", [join(place, "go")]);
    assert.equal((await told).out, "on\n");
  },
);

bothUsers(
  "nothing that was begun through it outlives the job, nor does the socket",
  async ({ run, place }) => {
    const word = `outlives${process.pid}.${Date.now()}`;
    const told = await run(
      `echo $CAIRN_DOOR > path; (setsid ${cairn} mcp < /dev/zero > up &) ; while ! grep -qs up up; do sleep 0.05; done`,
      {
        outside: sleeper(word),
      },
    );
    assert.equal(told.exit, 0);
    assert.deepEqual(running(word), []);
    const path = readFileSync(join(place, "path"), "utf8").trim();
    assert.ok(path.length > 0 && Buffer.byteLength(path) <= 100, path);
    assert.equal(existsSync(dirname(path)), false);
  },
);

bothUsers("the door is read-only within, and its user's alone", async ({ run, place }) => {
  const told = run(
    `rm -f $CAIRN_DOOR; mv $CAIRN_DOOR /tmp/x; touch $(dirname $CAIRN_DOOR)/x; echo $CAIRN_DOOR > whole; mv whole path; while [ ! -e go ]; do sleep 0.05; done; ${cairn} status`,
    { outside: mirror },
  );
  await there(join(place, "path"));
  const path = readFileSync(join(place, "path"), "utf8").trim();
  assert.equal(statSync(dirname(path)).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(dirname(path)), ["door"]);
  if (process.getuid?.() === 0) {
    const ask = `require("net").connect(${JSON.stringify(path)}).on("error", (e) => console.log(e.code)).on("connect", () => { console.log("in"); process.exit(); })`;
    assert.equal(
      spawnSync(process.execPath, ["-e", ask], {
        uid: 65_533,
        gid: 65_533,
        cwd: "/",
        encoding: "utf8",
      }).stdout,
      "EACCES\n",
    );
  }
  spawnSync("touch", [join(place, "go")]);
  assert.match((await told).out, /"status"/u);
});

/** As the program itself, under a name that is looked for. */
const linked = ({ folder }: Scene, t: TestContext): string => {
  const path = join(folder, `cairn-${process.pid}-${t.name.length}.cjs`);
  symlinkSync(launcher, path);
  return path;
};

bothUsers(
  "a host that is killed leaves no process, and its socket goes with the next one",
  async (scene, t) => {
    const { begin, run, place } = scene;
    const path = linked(scene, t);
    const kill = begin(`echo $CAIRN_DOOR > path; sleep 600 | ${cairn} mcp`, {
      outside: [process.execPath, path],
    });
    while (running(`${path}\0mcp`).length === 0) await setImmediate();
    kill();
    await gone(path);
    const door = readFileSync(join(place, "path"), "utf8").trim();
    assert.ok(door.startsWith(tmpdir()));
    while (existsSync(dirname(door))) await run("true");
  },
);

plainUser("without a door, and where the host hangs up, cairn says so", async ({ run }) => {
  const shut = `require("net").createServer((socket) => socket.destroy()).listen("/tmp/shut")`;
  const { out } = await run(
    `node -e '${shut}' & while [ ! -e /tmp/shut ]; do sleep 0.05; done; for door in none shut; do CAIRN_DOOR=/tmp/$door ${cairn} status 2>&1; echo $?; done`,
    { readable: [launcher] },
  );
  assert.match(out, /^DOOR_CLOSED: .* the job is over[^]*\n1\nDOOR_BUSY: .* hung up[^]*\n1\n$/u);
});
