// Completion in the real shells: what the Tab key puts onto the line, and that no name of a project runs as code there.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { builtLauncher } from "../fixtures/built.ts";
import { at, desk } from "./desk.ts";

const hostile = "odd: $(touch pwned) `touch pwned`; x";

type Shop = {
  readonly root: string;
  readonly run: string;
  readonly sh: (argv: readonly string[], script: string) => string;
};

/** A project with a run that asks for a decision, and an agent whose name is made of what shells read. */
const shop = async (t: TestContext): Promise<Shop> => {
  const plan = {
    tasks: [
      {
        id: "1",
        subject: "One",
        success_criteria: [{ criteria: "it works", command: "test -e one.txt" }],
      },
    ],
  };
  const agents = { [hostile]: { driver: "codex" }, plain: { driver: "codex" } };
  const here = desk(t, {
    "plan.json": JSON.stringify(plan),
    "cairn.config.json": JSON.stringify({ agents }),
  });
  const { root, folder, ends } = here;
  const started = await ends(
    0,
    'run --later ultrawork "Add $(touch pwned): a\u0007 login" --plan plan.json --json',
  );
  mkdirSync(join(root, "with blank"));
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(
    join(bin, "cairn"),
    `#!/bin/sh\nexec "${process.execPath}" "${builtLauncher()}" "$@"\n`,
  );
  chmodSync(join(bin, "cairn"), 0o755);
  const env = {
    HOME: folder,
    CAIRN_ULTRAWORK_HOME: join(folder, "sessions"),
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    TERM: "dumb",
    LINE: join(folder, "line"),
  };
  const sh: Shop["sh"] = ([program = "", ...argv], script) => {
    const { status, stdout, stderr, error } = spawnSync(program, [...argv, script], {
      cwd: root,
      env,
      encoding: "utf8",
      timeout: 120_000,
    });
    assert.equal(error, undefined, `${program} is needed for this test, as .ci/run installs it`);
    assert.deepEqual([status, stderr], [0, ""], stdout);
    assert.ok(!existsSync(join(root, "pwned")), "a name was run as code");
    return stdout;
  };
  return { root, run: String(at(started.json(), "run")), sh };
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Types each line into one interactive shell, ends it with Ctrl-X, and tells which line stood there then. */
const typedInto = (
  { sh }: Shop,
  shell: string,
  setup: string,
  lines: readonly string[],
): readonly string[] =>
  sh(
    ["zsh", "-f", "-c"],
    `zmodload zsh/zpty
zpty shell ${shell}
zpty -w shell ${quoted(setup)}
zpty -r shell seen '*READY*'
for keys in ${lines.map(quoted).join(" ")}; do
  zpty -w -n shell "$keys"$'\\C-x'
  zpty -r shell seen '*DONE*'
done
zpty -w shell exit
while zpty -r shell seen; do :; done
command cat -- "$LINE"`,
  )
    .trimEnd()
    .split("\n");

const odd = String.raw`odd:\ \$\(touch\ pwned\)\ \`touch\ pwned\`\;\ x`;
const interactive = {
  zsh: [
    "zsh -f -i",
    `PROMPT= RPROMPT=; autoload -Uz compinit; compinit -D; source <(cairn setup completion zsh); dump() { print -r -- "$BUFFER" >> $LINE; BUFFER=; print DONE }; zle -N dump; bindkey '^X' dump; print REA''DY`,
  ],
  bash: [
    "bash --norc --noprofile -i",
    `HISTFILE= PS1=; source <(cairn setup completion bash); dump() { printf '%s\\n' "$READLINE_LINE" >> "$LINE"; READLINE_LINE=; echo DO''NE; }; bind -x '"\\C-x": dump'; echo REA''DY`,
  ],
} as const;

for (const shell of ["zsh", "bash"] as const)
  test(`${shell} completes verbs, runs, decisions, flags and files on its own line, and quotes what it would read`, async (t) => {
    const here = await shop(t);
    const { run } = here;
    const wanted = {
      "cairn stat\t": "cairn status",
      [`cairn log ${run.slice(0, 3)}\t`]: `cairn log ${run}`,
      [`cairn decide ${run} appr\t`]: `cairn decide ${run} approve-1`,
      [`cairn decide ${run} approve-1 rev\t`]: `cairn decide ${run} approve-1 revise`,
      "cairn log --fol\t": "cairn log --follow",
      "cairn init --agent od\t": `cairn init --agent ${odd}`,
      "cairn init --agent=od\t": `cairn init --agent=${odd}`,
      "cairn status --root=with\t": String.raw`cairn status --root=with\ blank/`,
      "cairn status --root with\t": String.raw`cairn status --root with\ blank/`,
      "cairn check pl\t": "cairn check plan.json",
      // What would have to be quoted otherwise isn't offered by bash within quotes.
      ...(shell === "bash"
        ? {
            'cairn init --agent "pl\t': 'cairn init --agent "plain"',
            'cairn init --agent "od\t': 'cairn init --agent "od',
          }
        : {}),
    };
    const [program, setup] = interactive[shell];
    const lines = typedInto(here, program, setup, Object.keys(wanted));
    assert.deepEqual(
      lines.map((line) => line.trimEnd()),
      Object.values(wanted),
    );
  });

test("zsh and fish show what each word means", async (t) => {
  const { sh, run, root } = await shop(t);
  const shown = sh(
    ["zsh", "-f", "-c"],
    `compdef() {}
source <(cairn setup completion zsh)
compadd() { print -rl -- "\${(@P)argv[-3]}" }
words=(cairn log '') CURRENT=3 PREFIX=
_cairn`,
  );
  assert.equal(shown, `${run}  -- Add $(touch pwned): a␇ login (ultrawork, planning)\n`);
  const fish = (line: string): readonly string[] =>
    sh(
      ["fish", "--no-config", "-c"],
      `cairn setup completion fish | source; complete -C ${quoted(line)}`,
    )
      .split("\n")
      .filter((one) => one !== "");
  assert.deepEqual(fish("cairn log "), [
    `${run}\tAdd $(touch pwned): a␇ login (ultrawork, planning)`,
  ]);
  assert.ok(fish("cairn ").some((line) => line.startsWith("status\twhat is done")));
  assert.deepEqual(fish("cairn log --fol"), [
    "--follow\tgo on with new events until the run is over or Ctrl-C",
  ]);
  assert.deepEqual(
    fish(`cairn decide ${run} `).map((line) => line.split("\t")[0]),
    ["approve-1"],
  );
  assert.deepEqual(
    fish("cairn init --agent od").map((line) => line.split("\t")[0]),
    [hostile],
  );
  assert.deepEqual(
    fish("cairn status --root=with").map((line) => line.split("\t")[0]),
    ["--root=with blank/"],
  );
  assert.ok(fish("cairn check pl").some((line) => line.startsWith("plan.json")));
  assert.ok(readFileSync(join(root, "cairn.config.json"), "utf8").includes("pwned"));
});
