// Scripted agent of stigmergy crash tests: acts by brief and tree alone.

/** A story's builder gets it right at this try; the check fails those before it. */
export type Stories = Readonly<Record<string, number>>;

const prdOf = (stories: Stories): string =>
  [
    "# Product requirements",
    "",
    "## Epic 1: Catalogue",
    ...Object.keys(stories).flatMap((id) => [
      "",
      `### Story ${id}: Part ${id}`,
      "",
      "#### Acceptance Criteria",
      "",
      `- ${id} is right`,
    ]),
    "",
  ].join("\n");

/** Path → text of what the planning roles write. */
export const papersOf = (stories: Stories): Readonly<Record<string, string>> => ({
  "docs/brief.md": "# Brief\n\nSell rare plants.\n",
  "docs/prd.md": prdOf(stories),
  "docs/architecture.md": "# Architecture\n\nA file for each story.\n",
  "docs/architecture/coding-standards.md": "# Coding standards\n\nShort.\n",
  "docs/architecture/qa-protocol.md":
    "# QA protocol\n\n## Tests\n\n- **Command:** `node check.cjs`\n",
});

/** Tells where it is and waits to be let go on; nobody listening: it goes on by itself. `beside`: the folder with the tree in it. */
const stops = (beside: string): string => `
const beside = ${JSON.stringify(`${beside}/`)};
const fs = require("node:fs");
const net = require("node:net");
const path = require("node:path");
const at = (job, point) => new Promise((resolve) => {
  const line = net.connect(beside + "director", () => line.write(JSON.stringify({ job, at: point }) + "\\n"));
  line.once("data", () => line.end());
  line.once("error", resolve);
  line.once("close", resolve);
});
`;

/** Every story that is begun must be right: what is not is named, so that its builder reads of it. */
export const checkScript = (beside: string): string => `${stops(beside)}
const names = fs.existsSync("src") ? fs.readdirSync("src") : [];
const bad = names.filter((name) => fs.readFileSync("src/" + name, "utf8") !== "right\\n");
at("check", "checking").then(() => {
  if (bad.length > 0) console.log("not right: " + bad.join(", "));
  process.exitCode = bad.length > 0 ? 1 : 0;
});
`;

/** Every role; points: launched, noted (james, once his entry stands in the state file), reported. Its launches lie beside the tree, with what it was given. `ms`: how long it is at work. */
export const agentScript = (
  beside: string,
  stories: Stories,
  ms: number,
): string => `${stops(beside)}
const { CAIRN_JOB: job, CAIRN_MARK: mark, CAIRN_TOKEN: token } = process.env;
const brief = fs.readFileSync(0, "utf8");
fs.appendFileSync(beside + "launches.jsonl", JSON.stringify({ job, mark, token, pid: process.pid }) + "\\n");
const stories = ${JSON.stringify(stories)};
const papers = ${JSON.stringify(papersOf(stories))};
const put = (file, text) => { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.writeFileSync(file, text); };
const said = (more) => ({ outcome: "done", summary: job + " is done", ...more });
const role = /You are (\\w+)\\./.exec(brief)[1];
const story = /story ([\\d.]+),/.exec(brief)?.[1];
/** As the original's prompts have it: read whole, one entry more, written back in place. Whoever takes over finds it there. */
const note = async (summary) => {
  for (;;) {
    let state;
    try { state = JSON.parse(fs.readFileSync(".ai/state.json", "utf8")); } catch { state = null; }
    if (state === null) { await new Promise((resolve) => setTimeout(resolve, 5)); continue; }
    if (state.history.some((entry) => entry.summary === summary)) return;
    const entry = { timestamp: new Date().toISOString(), agent_id: role, signal: "NOTE", summary, files_modified: [] };
    state.history.push(entry);
    state.system_signal = entry.signal;
    return fs.writeFileSync(".ai/state.json", JSON.stringify(state, null, 2));
  }
};
const papersFor = { mary: ["docs/brief.md"], john: ["docs/prd.md"], winston: Object.keys(papers).filter((name) => name.startsWith("docs/architecture")) };
const acts = {
  bob: () => put("docs/stories/" + story + ".story.md", "# Story " + story + ": x\\n\\n## Acceptance Criteria\\n\\n- " + story + " is right\\n"),
  james: async () => {
    const tries = Number(job.split("-").at(-1));
    put("src/" + story + ".txt", tries >= stories[story] ? "right\\n" : "wrong\\n");
    await note(job + ": built it");
    await at(job, "noted");
  },
  sarah: () => ({ verdicts: [{ n: 1, met: true, how: "read it" }] }),
  dexter: () => ({ solution: "write right, not wrong" }),
  metis: () => put("docs/audits/epic-1.md", "# Epic 1\\n"),
};
const run = async () => {
  await at(job, "launched");
  await new Promise((resolve) => setTimeout(resolve, ${ms}));
  for (const name of papersFor[role] ?? []) put(name, papers[name]);
  const more = await acts[role]?.();
  const report = "\`\`\`cairn-report\\n" + JSON.stringify(said(more)) + "\\n\`\`\`\\n";
  await new Promise((resolve) => process.stdout.write(report, resolve));
  await at(job, "reported");
};
run();
`;
