// Landings of one run, checked ahead of each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { auto, branchOf, configure, criterion, git, report, shop } from "./places-shop.ts";
import { hostsWithin } from "./desk.ts";

hostsWithin();

test("what lands next is tried while the one before it is; one that is red there is passed over, and those behind it are tried again", async (t) => {
  const ids = ["1", "2", "3", "4", "5"];
  const write = (id: string, text: string) => ({ write: { path: `${id}.txt`, text: `${text}\n` } });
  const workers = ids.map((id) => [
    id,
    [write(id, ["3", "5"].includes(id) ? "left" : id), report(id)],
  ]);
  const here = shop(
    t,
    { ...Object.fromEntries(workers), mend: [write("3", "right"), write("5", "right")] },
    ids.map((id) => criterion(id, `test -e ${id}.txt`)),
  );
  // Three and five are each well alone.
  configure(here, {
    runner: { agents: 5 },
    checks: [
      {
        name: "one is left",
        argv: ["sh", "-c", "sleep 1; test $(cat *.txt | grep -c left) -le 1"],
      },
    ],
  });
  const done = await here.ends(0, [...auto, "--verbose"]);
  const branch = branchOf(here);
  const landings = git(here, "log", "--first-parent", "--reverse", "--format=%H", `HEAD..${branch}`)
    .trim()
    .split("\n");
  assert.equal(landings.length, 5, done.out);
  for (const commit of landings)
    assert.match(done.out, new RegExp(`LandingTried \\d on ${commit.slice(0, 12)}: green`, "u"));
  assert.match(done.out, /LandingTried [35] on \w+: red/u);
  assert.match(done.out, /WorkMerged \d onto \w+ of \d as/u);
  const early = landings.filter((commit, at) => {
    const landed = done.out.search(
      new RegExp(`WorkLanded .*${landings[at - 1]?.slice(0, 12) ?? "none"}`, "u"),
    );
    return done.out.search(new RegExp(`land-\\d-${commit.slice(0, 12)} started`, "u")) < landed;
  });
  assert.ok(early.length > 0, `none was tried before the one before it had landed\n${done.out}`);
});
