// Why: the picture of a run as people read it: what is done, under way, waiting and for whom.
import { isOver } from "../core/over.ts";
import { usageText } from "../core/usage.ts";
import type { ViewNode } from "../core/view.ts";
import { clean, cleanLine } from "./clean.ts";
import { columns, fit, flowed, pad, type Page, table, wrap } from "./layout.ts";
import type { Picture, ShownDecision, ShownJob } from "./picture.ts";
import { resumeLines } from "./resume-text.ts";
import { paint, type Tone } from "./style.ts";
import { count, span, taker } from "./words.ts";

const marks: Readonly<Record<ViewNode["status"], readonly [string, Tone]>> = {
  done: ["✔", "good"],
  running: ["▶", "busy"],
  waiting: ["‖", "wait"],
  failed: ["✖", "bad"],
  ready: ["·", "strong"],
  open: ["·", "dim"],
};

/** On another machine than this one: on which, and since when it is silent, as far as its lease tells. */
export const onWhich = ({ on }: ShownJob): string | null => {
  if (on === undefined) return null;
  const { machine, leftMs, silent } = on;
  const where = `on ${cleanLine(machine)}`;
  if (leftMs <= 0) return `${where}, silent, lease ran out ${span(-leftMs)} ago`;
  return silent ? `${where}, silent, lease ends in ${span(leftMs)}` : where;
};

/** `told`: what is said of it already; a name isn't repeated. */
const byWhom = (job: ShownJob, now: number, told = ""): string => {
  const { by, since } = job;
  const name = by !== null && told.includes(by.split("/")[0] ?? by) ? null : by;
  return [name, since === null ? null : span(now - Date.parse(since))].filter((part) => part !== null).join(", ");
};

const nodeRow = (node: ViewNode, jobs: readonly ShownJob[], now: number): readonly string[] => {
  const [mark] = marks[node.status];
  const running = jobs.filter(({ is, subject }) => is === "running" && subject === node.id).map((job) => byWhom(job, now, node.note ?? ""));
  const about = [...(node.note === null ? [] : [node.note]), ...taker(node), ...running, ...(node.why === null ? [] : [node.why])].filter(
    (part) => part !== "",
  );
  return [
    `${mark} ${node.id}`,
    node.label,
    node.of === 0 ? "–" : `${node.done}/${node.of}`,
    (node.status === "ready" && node.note === null ? ["ready", ...about] : about).join(" · "),
  ];
};

const nodeLines = ({ nodes, jobs }: Picture, page: Page, now: number): readonly string[] => {
  if (nodes.length === 0) return [];
  const rows = nodes.map((node) => nodeRow(node, jobs, now).map(cleanLine));
  const whole = table(rows, page).split("\n");
  const below = rows.map(([, , , note = ""], index) => (whole[index]?.endsWith(note) === true ? "" : note));
  const kept = rows.map((row, index) => (below[index] === "" ? row : row.slice(0, 3)));
  const lines = table(kept, page).split("\n");
  return lines.flatMap((line, index) => {
    const { id = "", status = "open" } = nodes[index] ?? {};
    const note = below[index] ?? "";
    const [mark, tone] = marks[status];
    // On a line of its own: behind a long title and a note it would be what is cut off.
    const away = jobs.flatMap((job) => (job.is === "running" && job.subject === id ? (onWhich(job) ?? []) : []));
    return [
      line.replace(mark, paint(page, tone, mark)),
      ...(note === "" ? [] : flowed(`     ${note}`, page).split("\n")),
      ...[...new Set(away)].map((where) => fit(`     ${where}`, page.width)),
    ];
  });
};

const jobLine = (job: ShownJob, now: number): string => {
  const about = [onWhich(job), job.is === "running" ? byWhom(job, now) : job.why].filter((part) => part !== null && part !== "").join("; ");
  return cleanLine(`${job.key}${about === "" ? "" : ` (${about})`}`);
};

/** Text behind a word, wrapped to the page; a command in it stays on one line. */
const lineOf = (word: string, text: string, page: Page, tone: Tone | null = null): readonly string[] => {
  const line = `${word.padEnd(9)}${cleanLine(text)}`;
  const rows =
    columns(line) <= page.width
      ? [line]
      : wrap(
          line.slice(9).replace(/`[^`]*`/gu, (command) => command.replaceAll(" ", "\u00a0")),
          page.width - 9,
        )
          .split("\n")
          .map((row, index) => `${(index === 0 ? word : "").padEnd(9)}${row.replaceAll("\u00a0", " ")}`);
  return tone === null ? rows : rows.map((row) => paint(page, tone, row));
};

/** Jobs behind one word, a line each where there is more than one. */
const jobLines = (word: string, jobs: readonly ShownJob[], page: Page, now: number, most: number): readonly string[] => {
  const shown = jobs.slice(0, most).map((job) => jobLine(job, now));
  const more = jobs.length > most ? [`and ${jobs.length - most} more: cairn next`] : [];
  return [...shown, ...more].flatMap((line, index) => lineOf(index === 0 ? word : "", line, page));
};

/** `looked`: context, question and options stand above already. */
export const decisionLines = ({ key, question, options, look }: ShownDecision, page: Page, looked = false): readonly string[] => {
  const [first = "", ...others] = clean(question).split("\n");
  const width = Number.isFinite(page.width) ? page.width : 100;
  const beside = Math.max(0, ...options.map(({ id }) => columns(id)));
  return [
    paint(page, "wait", `waits for you  ${key}`),
    ...(looked ? [] : [first, ...others].flatMap((line) => wrap(line, width - 3).split("\n")).map((line) => `   ${line}`.trimEnd())),
    ...(looked ? [] : options).flatMap(({ id, means }) =>
      wrap(cleanLine(means), width - beside - 5)
        .split("\n")
        .map((line, index) => `   ${pad(index === 0 ? cleanLine(id) : "", beside)}  ${line}`),
    ),
    ...options.map(({ command }) => `   ${paint(page, "strong", command)}`),
    // As a comment, so that the whole line can be typed as it stands.
    ...(looked ? [] : [`   ${look}  # shows the context`]),
  ];
};

const title = (picture: Picture, page: Page, now: number): string => {
  const end = isOver(picture.life) ? Date.parse(picture.at) : now;
  const took = picture.startedAt === null ? [] : [span(end - Date.parse(picture.startedAt))];
  const life = picture.life === "paused" || picture.life === "archived" ? [picture.life] : [];
  const rest = [picture.phase, ...picture.facts, ...life, ...took].map(cleanLine).filter((part) => part !== "");
  const tail = ` · ${rest.join(" · ")}`;
  const room = Math.max(20, page.width - columns(tail));
  const whole = cleanLine(picture.title);
  const name = fit(whole, Number.isFinite(room) ? room : 200);
  // On a line of its own the title has all of it.
  return columns(name + tail) <= page.width
    ? paint(page, "strong", name) + tail
    : `${paint(page, "strong", flowed(whole, page))}\n${flowed(`  ${rest.join(" · ")}`, page)}`;
};

/** Somebody who asked how it stands, and of whom nothing is asked, may have to drive it all the same: what was interrupted says so itself. */
const goesOn = ({ run, jobs, resume }: Picture): readonly string[] => {
  const works = jobs.some(({ is }) => is === "running");
  if (!works && resume?.tree !== undefined) return [`waits: ${cleanLine(resume.tree)}`];
  if (resume?.interrupted === true) return [];
  const rests = resume !== undefined && !works && jobs.some(({ is, later }) => is === "ready" || later !== null);
  return [rests ? `goes on, if no runner is at work, by: cairn run ${run}` : "waits for you: nothing"];
};

/** Where what was made lies, and what isn't there yet. */
const workLines = ({ work }: Picture, page: Page): readonly string[] => {
  if (work === undefined) return [];
  const { branch, landed, waiting, merged, dropped } = work;
  const into = merged === null ? "" : `, ${merged.whole ? "merged" : "in part merged"} into ${merged.branch ?? "the checkout"}`;
  return [
    ...lineOf("branch", dropped ? `${branch} was dropped${into}` : `${branch}: ${landed} landed${into}`, page),
    ...waiting.flatMap(({ unit, why }) => lineOf("to land", `${unit}: ${why}`, page, "wait")),
  ];
};

/** What people may do now: a paused run waits for somebody even where it asks nothing. */
const asked = (picture: Picture, page: Page): readonly string[] => {
  const { run, life, decisions } = picture;
  return [
    ...decisions.flatMap((decision) => decisionLines(decision, page)),
    ...(life === "paused" ? [`paused. Take it up: cairn resume ${run}, then: cairn run ${run}`] : []),
    ...(life !== "paused" && decisions.length === 0 ? goesOn(picture) : []),
  ];
};

/** Their word, not ours: no program is held to it. */
const usageLine = ({ usage }: Picture): readonly string[] => {
  const text = usage === undefined ? "" : usageText(usage);
  return usage === undefined || text === "" ? [] : [`agents tell of ${count(usage.jobs, "job")}: ${text}`];
};

/** Whole: what is to be done about it stands at its end. */
const lackLines = ({ lacks }: Picture, page: Page): readonly string[] => {
  if (lacks === undefined) return [];
  const width = Number.isFinite(page.width) ? page.width : 100;
  const lines = [lacks.text, lacks.fits].flatMap((text) => wrap(cleanLine(text), width - 9).split("\n"));
  return lines.map((line, index) => paint(page, "wait", `${(index === 0 ? "nobody" : "").padEnd(9)}${line}`));
};

export const pictureLines = (picture: Picture, page: Page, now: number): readonly string[] => {
  const { evidence, claims, bypasses, warnings, refused, jobs, nodes, counts } = picture;
  const ids = new Set(nodes.map(({ id }) => id));
  const elsewhere = jobs.filter(({ is, subject, kind }) => is === "running" && (kind !== "agent" || !ids.has(subject)));
  const proved = evidence.of === 0 ? [] : [`criteria ${evidence.have} of ${evidence.of} proved`];
  const over = picture.status === "ended";
  const interrupted = picture.resume?.interrupted === true ? picture.resume : null;
  const said = [...proved, ...claims].map(cleanLine);
  return [
    title(picture, page, now),
    ...nodeLines(picture, page, now),
    ...(counts === undefined || nodes.length === 0
      ? []
      : flowed(`  ${cleanLine(counts)}`, page)
          .split("\n")
          .map((line) => paint(page, "dim", line))),
    ...(said.length === 0 ? [] : flowed(said.join(", "), page).split("\n")),
    ...usageLine(picture).map((line) => paint(page, "dim", flowed(line, page))),
    ...workLines(picture, page),
    ...bypasses.flatMap((text) => lineOf("bypass", text, page, "wait")),
    ...warnings.flatMap((text) => lineOf("warning", text, page, "wait")),
    ...lackLines(picture, page),
    ...(refused === null ? [] : lineOf("refused", refused, page, "bad")),
    ...(interrupted === null
      ? jobLines(
          "doubt",
          jobs.filter(({ is }) => is === "doubt"),
          page,
          now,
          5,
        )
      : resumeLines(interrupted, picture.run, page)),
    ...jobLines("now", elsewhere, page, now, 5),
    ...jobLines(
      "next",
      jobs.filter(({ is }) => is === "ready"),
      page,
      now,
      3,
    ),
    ...jobLines(
      "later",
      jobs.filter(({ later }) => later !== null),
      page,
      now,
      3,
    ),
    ...jobLines(
      "waiting",
      jobs.filter(({ is, subject, later }) => is === "waiting" && later === null && !ids.has(subject)),
      page,
      now,
      3,
    ),
    ...(over ? [] : asked(picture, page)),
  ];
};
