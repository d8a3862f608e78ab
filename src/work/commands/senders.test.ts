// Table of who may send each command of the model, and when it is no more taken.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ultrawork } from "../../protocols/ultrawork/index.ts";

/** Behind a comma: the parts of a run's life in which it is taken, where they aren't live and paused. */
const table = `
Start person agent file engine parent recovery
Adopt person
BeginJob engine file
ReportDone agent file
ReportFailure agent engine file
ClaimEvidence agent file person
SetCheck agent file person
RecordChecks engine
Confirm person
RecordVerdict agent person
Ask agent
Answer person
Retry person
Waive person
Skip person
ReopenUnit person engine, live paused over
SetOptions person
SeeDocument engine file
Fail person parent
Reopen person, over
Cancel person parent file, live paused over
SetUnits agent file person
ProposePlan agent engine file person
ApprovePlan person
RevisePlan person
SetGoal person file
Pause person parent
Resume person parent
Archive person engine, live paused over
Unarchive person engine, live paused over archived
RefuseEdit engine, live paused over archived
KeepExtras file, live paused over
RecordExploration agent file person`;
/** What an agent or a file can't say itself: a person's answer, or work again. */
const answering = ["Confirm", "Answer", "ApprovePlan", "RevisePlan"];
const redoing = ["Retry", "ReopenUnit"];

test("each command may come from these senders, at these times", () => {
  const said = ultrawork.messages.map(({ type, who, when = [] }) =>
    [[type, ...who].join(" "), when.join(" ")].filter((part) => part !== "").join(", "),
  );
  assert.deepEqual(said, table.trim().split("\n"));
  const having = (flag: "answers" | "redoes") =>
    ultrawork.messages.filter((message) => message[flag] === true).map(({ type }) => type);
  assert.deepEqual([having("answers"), having("redoes")], [answering, redoing]);
});
