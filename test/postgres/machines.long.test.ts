// Tests of two machines on one PostgreSQL ledger: one run together, one machine unplugged.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { ledgerFindings } from "../crash/ultrawork-work.ts";
import type { Entry } from "../crash/told.ts";
import { makeNetwork, networkMissing } from "./network.ts";
import { postgresMissing, startPostgres } from "./server.ts";
import { listener, until } from "./story.ts";
import { makeTeam, type Member, type Team } from "./team/team.ts";

/** In seconds. */
const lease = 6;

type Pair = { readonly team: Team; readonly alpha: Member; readonly beta: Member };

const pair = async (t: TestContext, parts: readonly string[]): Promise<Pair> => {
  const network = await makeNetwork();
  t.after(() => network.end());
  const server = await startPostgres({
    hosts: network.address,
    within: network.within,
    lets: [`host all all ${network.range} trust`],
  });
  t.after(() => server.remove());
  const team = makeTeam(network, `${server.database()}?project=team`, parts, lease);
  t.after(() => team.clear());
  const alpha = team.member(await network.machine("alpha"));
  const beta = team.member(await network.machine("beta"));
  return { team, alpha, beta };
};

const answer = async (member: Member, argv: readonly string[]): Promise<readonly unknown[]> => {
  const { exit, out, err } = await member.cairn([...argv, "--json"]).ended;
  assert.equal(exit, 0, `cairn ${argv.join(" ")}: ${[...out, ...err].join("\n")}`);
  return out.map((line): unknown => JSON.parse(line));
};
const started = async ({ team, alpha }: Pair): Promise<string> => {
  const [made] = await answer(alpha, [
    "run",
    "--later",
    "ultrawork",
    "Make all parts",
    "--auto",
    "--plan",
    team.plan,
  ]);
  return String(Reflect.get(Object(made), "run"));
};
const isEntry = (value: unknown): value is Entry =>
  typeof value === "object" && value !== null && "version" in value && "data" in value;
const logOf = async (member: Member, run: string): Promise<readonly Entry[]> =>
  (await answer(member, ["log", run])).filter(isEntry);

type Spooled = {
  readonly job: { readonly key: string };
  readonly lease: { readonly token: string };
};
const isSpooled = (value: unknown): value is Spooled =>
  typeof value === "object" && value !== null && "job" in value && "lease" in value;
/** What its machine still keeps of a job. */
const spooled = ({ root }: Member, run: string, key: string): Spooled => {
  const folder = join(root, ".git/cairn/spool", run);
  // Beside an entry lies the mark of whoever deals with it.
  const fences = readdirSync(folder).filter((name) => !name.startsWith("."));
  const files = fences.map((fence): unknown =>
    JSON.parse(readFileSync(join(folder, fence, "job.json"), "utf8")),
  );
  const found = files.filter(isSpooled).find(({ job }) => job.key === key);
  if (found === undefined) throw new Error(`nothing is kept of ${key}`);
  return found;
};

const judged = async (
  { team, alpha, beta }: Pair,
  run: string,
  parts: readonly string[],
  cut: boolean,
): Promise<readonly Entry[]> => {
  const log = await logOf(alpha, run);
  const findings = ledgerFindings(log, 0, parts).filter(
    (finding) => !cut || !/^UnitReturned .*: lapsed,/.test(finding),
  );
  assert.deepEqual(findings, []);
  assert.deepEqual(await logOf(beta, run), log);
  for (const member of [alpha, beta]) await answer(member, ["verify", run]);
  const begun = team.deeds().flatMap(({ did, job }) => (did === "begin" ? [job] : []));
  assert.equal(new Set(begun).size, begun.length, `a job was begun twice: ${begun.join(" ")}`);
  const granted = log
    .filter(
      ({ type, data }) => type === "JobBegun" && ["work", "judge"].includes(String(data["stage"])),
    )
    .map(({ data }) => String(data["job"]));
  assert.deepEqual(begun.toSorted(), granted.toSorted());
  return log;
};

const skip = postgresMissing ?? networkMissing ?? false;

test(
  "a machine is unplugged while it holds jobs: they are done elsewhere, once, and what it brings late is refused",
  { skip, timeout: 240_000 },
  async (t) => {
    const parts = ["1", "2", "3", "4", "5"];
    const both = await pair(t, parts);
    const { alpha, beta, team } = both;
    const { hear, lines, said } = listener();
    let told = false;
    t.after(() => void (told || t.diagnostic(lines.join("\n"))));
    const run = await started(both);
    const letAlpha = new Map(parts.map((part) => [part, alpha.hold(part)]));
    const letBeta = new Map(parts.map((part) => [part, beta.hold(part)]));
    const runner = {
      alpha: alpha.cairn(["run", run, "--verbose"], hear("alpha")),
      beta: beta.cairn(["run", run, "--verbose"], hear("beta ")),
    };
    const begunOn = (name: string): readonly string[] =>
      team
        .deeds()
        .flatMap(({ machine, did, part }) => (machine === name && did === "begin" ? [part] : []));
    await until(
      "each has two parts in hand",
      () => begunOn("alpha").length === 2 && begunOn("beta").length === 2,
    );
    const [finished = "", unfinished = ""] = begunOn("alpha");
    const [last = ""] = begunOn("beta");

    alpha.machine.unplug();
    letAlpha.get(finished)?.();
    await until("one of the unplugged ended its work", () =>
      team.deeds().some(({ did, part }) => did === "worked" && part === finished),
    );
    for (const [part, go] of letBeta) if (part !== last) go();
    const over = (part: string): boolean =>
      team
        .deeds()
        .some(
          ({ machine, did, part: of }) => machine === "beta" && did === "worked" && of === part,
        );
    await until(
      "what the unplugged one held is done elsewhere",
      () => over(finished) && over(unfinished),
    );
    alpha.machine.plug();
    await until("what it brings late is refused", () =>
      said(new RegExp(`alpha .*task-${finished}-1 refused: (TOKEN_STALE|JOB_UNKNOWN)`)),
    );
    await until("what it had in hand is ended", () =>
      said(new RegExp(`alpha .*task-${unfinished}-1 `)),
    );
    const own = spooled(alpha, run, `task-${finished}-1`);
    const job = { CAIRN_RUN: run, CAIRN_JOB: own.job.key, CAIRN_TOKEN: own.lease.token };
    const report = { status: "done", summary: "After all.", evidence: [] };
    const late = await alpha.cairn(
      ["job", "report", "--data", JSON.stringify(report)],
      undefined,
      job,
    ).ended;
    assert.equal(late.exit, 2, late.out.join("\n"));
    assert.match(late.err.join("\n"), /^TOKEN_STALE/);
    letBeta.get(last)?.();
    const ends = [await runner.alpha.ended, await runner.beta.ended];
    assert.deepEqual(
      ends.map(({ exit }) => exit),
      [0, 0],
      ends.flatMap(({ err }) => err).join("\n"),
    );

    const log = await judged(both, run, parts, true);
    const returned = log
      .filter(({ type }) => type === "UnitReturned")
      .map(({ data }) => `${String(data["unit"])} ${String(data["kind"])}`);
    assert.deepEqual(
      returned.toSorted(),
      [finished, unfinished].map((part) => `${part} lapsed`).toSorted(),
    );
    assert.deepEqual(
      team.landed(),
      parts.map((part) => `${part} beta`),
    );
    told = true;
  },
);

test(
  "a runner is killed again and again while it pushes: nothing is lost or begun twice, and another machine has what landed",
  { skip, timeout: 240_000 },
  async (t) => {
    const parts = ["1", "2"];
    const both = await pair(t, parts);
    const { alpha, beta, team } = both;
    const pushes = join(team.folder, "pushes");
    writeFileSync(pushes, "");
    // Slow enough to be hit in the midst of it.
    writeFileSync(
      join(team.shared, "hooks", "update"),
      `#!/bin/sh\necho "$1" >> ${pushes}\nsleep 0.2\n`,
      { mode: 0o755 },
    );
    const [program = "", ...inside] = alpha.machine.within;
    const pushed = (): number => readFileSync(pushes, "utf8").split("\n").length - 1;
    const run = await started(both);
    let kills = 0;
    for (let n = 0; n < 4; n += 1) {
      const before = pushed();
      const runner = alpha.cairn(["run", run, "--verbose"]);
      let over = false;
      const ended = runner.ended.then((end) => {
        over = true;
        return end;
      });
      // The first one of a new runner says again what the last one said.
      await until("it pushes", () => over || pushed() > before + (n % 3));
      const { status } = spawnSync(program, [
        ...inside,
        "pkill",
        "-KILL",
        "-f",
        "cairn.cjs run|git.* push|send-pack",
      ]);
      if (status === 0) kills += 1;
      await ended;
    }
    assert.ok(kills >= 3, `${kills} of 4 met a runner at work`);
    const last = await alpha.cairn(["run", run]).ended;
    assert.equal(last.exit, 0, [...last.out, ...last.err].join("\n"));
    await judged(both, run, parts, false);
    assert.deepEqual(
      team.landed(),
      parts.map((part) => `${part} alpha`),
    );
    assert.equal((await beta.cairn(["diff", run]).ended).exit, 0);
  },
);
