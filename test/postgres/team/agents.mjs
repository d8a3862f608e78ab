// Scripted workers and verifier of the team tests, for the driver `scripted`.
const parts = (process.env.TEAM_PARTS ?? "").split(" ");
const act = (what, job, part) => ({ run: ["node", "tools/act.mjs", what, job, part] });

export const steps = ({ role, unit, job }) => {
  if (role === "worker") {
    const report = { status: "done", summary: `Part ${unit} is there.`, evidence: [] };
    return [
      act("begin", job, unit),
      { sleep: 300 },
      act("wait", job, unit),
      act("work", job, unit),
      { report },
    ];
  }
  const met = (task, criterion) => ({ task, criterion, judgement: "met", note: "it is there" });
  const judgements = [...parts.map((part) => met(part, 1)), met("verify", 1)];
  const report = { verdict: "PASS", judgements, issues: [], notes: "" };
  return [act("begin", job, unit), { report }];
};
