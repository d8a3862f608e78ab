// Tests of ancestry: programs started by Cairn's own helpers (git) count as no person.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { checkpoint, cli, templateOf } from "../fixtures/player.ts";
import { at, desk } from "./desk.ts";

const main = builtLauncher();

/** Answers a decision, once each way, then does as git does. The last way waits until nobody of those who started it is there but the runner. */
const planted = (folder: string, asked: string, git: string): string => `#!/bin/sh
mkdir ${folder}/got 2>/dev/null || exec ${git} "$@"
cd ${folder}/shop
CAIRN="${process.execPath} ${main} decide ${asked}"
BARE="env -i PATH=/usr/bin:/bin HOME=${folder}"
try() { name=$1; shift; "$@" > "${folder}/got/$name.out" 2> "${folder}/got/$name.err"; echo $? > "${folder}/got/$name.exit"; }
try plain $CAIRN
try bare $BARE $CAIRN --as ana
try shell $BARE sh -c "exec sh -c 'exec $CAIRN'"
cat > ${folder}/later.sh <<'LATER'
until [ "$(cut -d' ' -f4 /proc/$$/stat)" != "$1" ]; do :; done
cd $2/shop
$CAIRN > $2/got/orphan.out 2> $2/got/orphan.err
echo $? > $2/got/orphan.exit
LATER
$BARE "CAIRN=$CAIRN" sh -c "sh ${folder}/later.sh \\$\\$ ${folder} & exit 0"
until [ -e ${folder}/got/orphan.exit ]; do sleep 0.05; done
exec ${git} "$@"
`;

test(
  "whatever a program that cairn runs by itself starts is no person, whether it drops its environment or its parents",
  { skip: process.platform === "linux" ? false : "uses /proc" },
  async (t) => {
    const here = desk(t);
    mkdirSync(join(here.root, ".workflow/templates"), { recursive: true });
    const write = (name: string, nodes: Parameters<typeof templateOf>[1]): void =>
      writeFileSync(join(here.root, `.workflow/templates/${name}.json`), templateOf(name, nodes));
    write("gated", [checkpoint("CP-01", false), cli("N-001")]);
    write("work", [cli("N-001")]);
    const config = {
      agents: { a: { driver: "command", argv: ["true"], done: "exit" } },
      roles: { "*": "a" },
    };
    writeFileSync(join(here.root, "cairn.config.json"), JSON.stringify(config));
    const gated = String(
      at((await here.cairn("run --later player gated --goal x --json")).json(), "run"),
    );
    const git = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
    mkdirSync(join(here.folder, ".local/bin"), { recursive: true });
    writeFileSync(
      join(here.folder, ".local/bin/git"),
      planted(here.folder, `${gated} CP-01 continue`, git),
    );
    chmodSync(join(here.folder, ".local/bin/git"), 0o755);
    const env = {
      PATH: `${join(here.folder, ".local/bin")}:${process.env["PATH"] ?? ""}`,
      HOME: here.folder,
    };
    // As a terminal starts it: the first of a group of its own.
    await here.cairn("run player work --goal x");
    const runner = spawn(process.execPath, [main, "run", "player", "work", "--goal", "x"], {
      cwd: here.root,
      env,
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    let heard = "";
    runner.stdout.setEncoding("utf8").on("data", (text: string) => void (heard += text));
    await once(runner, "close");
    const got = join(here.folder, "got");
    assert.ok(existsSync(got), "git was asked");
    const exits = readdirSync(got).filter((name) => name.endsWith(".exit"));
    const said = exits.map((name) => {
      const err = readFileSync(join(got, name.replace("exit", "err")), "utf8");
      return [
        name,
        readFileSync(join(got, name), "utf8").trim(),
        /^SENDER_WRONG/mu.exec(err)?.[0] ?? err,
      ];
    });
    assert.deepEqual(
      said,
      ["bare", "orphan", "plain", "shell"].map((name) => [`${name}.exit`, "2", "SENDER_WRONG"]),
    );
    const told = readFileSync(join(got, "bare.err"), "utf8");
    assert.match(
      heard,
      /the program for git changed: was \S+ \(sha256 [0-9a-f]{12}\), now \S+\/\.local\/bin\/git \(sha256 /u,
    );
    assert.match(told, /^treated as an agent: a runner or a program of cairn's started this\. /u);
  },
);
