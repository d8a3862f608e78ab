// Tests of ancestry: agents that drop environment, session, parents or host, with real processes.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { builtLauncher } from "../fixtures/built.ts";
import { checkpoint, cli, templateOf } from "../fixtures/player.ts";
import { at, desk } from "./desk.ts";
import { configured } from "./ground.ts";

const main = builtLauncher();
const setsid =
  process.platform === "linux" &&
  ["/usr/bin/setsid", "/bin/setsid"].some((path) => existsSync(path));
const linux = { skip: setsid ? false : "uses /proc and setsid" };
const waitFor = async (what: () => boolean): Promise<void> => {
  for (const until = Date.now() + 60_000; !what(); await sleep(20))
    assert.ok(Date.now() < until, "it never came");
};

/** What the agent's shell does, each way by its name; `$BARE` starts with nothing of the environment. The last ways leave its own program without the mark, then its host dead. */
const attack = (node: string, asked: string): string => `
case $CAIRN_JOB in *b:1) echo "$CAIRN_TOKEN" > token; until [ -e got-gone.exit ] || [ ! -e attack.sh ]; do sleep 0.05; done; exit 0;; esac
echo $$ > up
until [ -e go ] && [ -e token ] || [ ! -e attack.sh ]; do sleep 0.05; done
BARE="env -i PATH=$PATH HOME=$HOME"
CAIRN="${node} ${main} decide ${asked}"
try() { name=$1; shift; "$@" > "got-$name.out" 2> "got-$name.err"; echo $? > "got-$name.exit"; }
try plain $CAIRN
try token $BARE ${node} ${main} job release $CAIRN_RUN --token "$(cat token)"
try bare $BARE $CAIRN
try forged $BARE CAIRN_MARK=000000000000.1 CAIRN_TOKEN= $CAIRN --as ana
try session setsid -w $BARE $CAIRN
try shell $BARE sh -c "exec sh -c 'exec $CAIRN'"
cat > later.sh <<'LATER'
# The maker of this one ends at once: it is handed to another.
until [ "$(cut -d' ' -f4 /proc/$$/stat)" != "$2" ]; do :; done
$CAIRN > "got-$1.out" 2> "got-$1.err"
echo $? > "got-$1.exit"
LATER
orphan() { $3 $BARE "CAIRN=$CAIRN" sh -c "$2 sh later.sh $1 \\$\\$ & exit 0"; until [ -e "got-$1.exit" ]; do sleep 0.05; done; }
orphan orphan ""
orphan marked "env CAIRN_MARK=$CAIRN_MARK setsid"
HOST=$PPID
exec $BARE sh -c "
  $CAIRN > got-exec.out 2> got-exec.err; echo \\$? > got-exec.exit
  $BARE CAIRN_MARK=$CAIRN_MARK sh -c '
    kill -9 $HOST
    while kill -0 $HOST 2>/dev/null; do sleep 0.05; done
    $BARE $CAIRN > got-hostless.out 2> got-hostless.err; echo \\$? > got-hostless.exit
  '
  setsid $BARE sh -c '
    until [ \\"\\$(cut -d\\" \\" -f4 /proc/\\$\\$/stat)\\" != \\"'\\$\\$'\\" ]; do :; done
    $CAIRN > got-gone.out 2> got-gone.err; echo \\$? > got-gone.exit
  ' &
"
`;

test(
  "a call from within a job is that of its agent, whatever it dropped; who left session, parents and environment alike can't be seen",
  linux,
  async (t) => {
    const here = desk(t);
    mkdirSync(join(here.root, ".workflow/templates"), { recursive: true });
    const write = (name: string, nodes: Parameters<typeof templateOf>[1]): void =>
      writeFileSync(join(here.root, `.workflow/templates/${name}.json`), templateOf(name, nodes));
    write("gated", [checkpoint("CP-01", false), cli("N-001")]);
    write("agent", [[cli("N-001a"), cli("N-001b")]]);
    const config = {
      agents: {
        a: { driver: "command", argv: ["sh", join(here.root, "attack.sh")], done: "exit" },
      },
      roles: { "*": "a" },
      fence: "off",
    };
    configured(here, config);
    const gated = String(
      at((await here.cairn("run --later player gated --goal x --json")).json(), "run"),
    );
    writeFileSync(
      join(here.root, "attack.sh"),
      // What it leaves is read in the user's checkout.
      `cd ${here.root}\n${attack(process.execPath, `${gated} CP-01 continue`)}`,
    );
    const env = { PATH: process.env["PATH"], HOME: here.folder };
    const runner = spawn(process.execPath, [main, "run", "player", "agent", "--goal", "x"], {
      cwd: here.root,
      env,
      stdio: "ignore",
    });
    const is = (name: string): boolean => existsSync(join(here.root, name));
    await waitFor(() => is("up") && is("token"));
    // A runner would end the agent as soon as its host is gone.
    runner.kill("SIGKILL");
    writeFileSync(join(here.root, "go"), "");
    await waitFor(() => is("got-gone.exit"));
    const got = Object.fromEntries(
      readdirSync(here.root)
        .flatMap((name) => /^got-(.*)\.exit$/u.exec(name)?.[1] ?? [])
        .map((name) => {
          const [exit, err] = ["exit", "err"].map((part) =>
            readFileSync(join(here.root, `got-${name}.${part}`), "utf8"),
          );
          return [
            name,
            `${exit?.trim() ?? ""} ${/^(SENDER_WRONG|TOKEN_FOREIGN)/mu.exec(err ?? "")?.[0] ?? err ?? ""}`.trim(),
          ];
        }),
    );
    const seen = [
      "plain",
      "bare",
      "forged",
      "session",
      "shell",
      "orphan",
      "marked",
      "exec",
      "hostless",
    ];
    assert.deepEqual(got, {
      ...Object.fromEntries(seen.map((name) => [name, "2 SENDER_WRONG"])),
      token: "2 TOKEN_FOREIGN",
      gone: "0",
    });
    const told = readFileSync(join(here.root, "got-bare.err"), "utf8");
    assert.match(told, /^treated as an agent: the job \S*N-001\S* started this\. /u);
  },
);
