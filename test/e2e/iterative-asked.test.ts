// Tests of answers to iterative's questions: option words, gone decisions, ended runs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, type Desk, desk } from "./desk.ts";

const asked = async (here: Desk, options: readonly string[], slug = "login"): Promise<void> => {
  await here.cairn(["run", "--later", "iterative", "Add login by email", "--slug", slug]);
  const token = at(
    (await here.cairn(["job", "claim", slug, "interviewer#1", "--json"])).json(),
    "token",
  );
  assert.ok(typeof token === "string");
  const questions = { questions: [{ text: "Which mails?", options, multi: true }] };
  assert.equal(
    (
      await here.cairn([
        "job",
        "report",
        slug,
        "--token",
        token,
        "--data",
        JSON.stringify(questions),
      ])
    ).exit,
    0,
  );
};

test("a question is shown once, and an option's own words are taken for its number", async (t) => {
  const here = desk(t);
  await asked(here, ["Own ones", "Any"]);
  const shown = (await here.cairn(["decide", "login", "q1"])).out;
  assert.equal(shown.split("Own ones").length, 2, shown);
  assert.match(shown, /cairn decide \S+ question-q1 1$/mu);
  const typo = await here.cairn(["decide", "login", "q1", "severel", "--answers", "any"]);
  assert.match(typo.err, /^OPTION_UNKNOWN: [^]*several/u);
  const given = await here.cairn(["decide", "login", "q1", "own ones"]);
  assert.match(given.out, /question answered {2}q1: Own ones/u);
});

test("a decision that waits no more is told as gone, whatever flags come with the answer", async (t) => {
  const here = desk(t);
  await asked(here, ["own", "any"]);
  assert.equal((await here.cairn(["decide", "login", "q1", "any"])).exit, 0);
  for (const words of [
    ["q1", "several", "--answers", "own"],
    ["question-q1", "several", "--answers", "own"],
    ["T4", "raise", "--n", "3"],
  ]) {
    const gone = await here.cairn(["decide", "login", ...words]);
    assert.equal(gone.exit, 2);
    assert.match(gone.err, /^JOB_UNKNOWN: no decision "(?:question-)?(?:q1|T4)" waits now/u);
  }
  assert.match(
    (await here.cairn(["decide", "T4", "raise", "--n", "3"])).err,
    /^JOB_UNKNOWN: no decision "T4" waits now/u,
  );
});

test("what is over is looked at without its name, which is said where there are others, and put away; the list tells how it ended", async (t) => {
  const here = desk(t);
  await asked(here, ["own", "any"]);
  assert.equal((await here.cairn(["stop", "--cancel", "login", "--yes", "--reason", "x"])).exit, 0);
  const log = await here.cairn(["log"]);
  assert.match(log.out, /RunCancelled/u);
  assert.equal(log.err, "", "there is no other one");
  assert.match((await here.cairn(["status", "--next"])).out, /^over: no job is due any more/u);
  const [line = ""] = (await here.cairn(["status"])).out.split("\n");
  assert.match(
    line,
    /^not done +Add login by email .* · login · /u,
    "its goal, and the slug that is typed",
  );
  assert.match(
    (await here.cairn(["archive"])).out,
    /^archive asked\n[^]*\n {2}bring it back: cairn archive --back /u,
  );
  assert.equal((await here.cairn(["stop"])).exit, 2);
  await asked(here, ["own", "any"], "logout");
  assert.equal(
    (await here.cairn(["stop", "--cancel", "logout", "--yes", "--reason", "x"])).exit,
    0,
  );
  assert.match(
    (await here.cairn(["log"])).err,
    /no run is live here: this is \S+ \(\S+logout\), which is over/u,
  );
});
