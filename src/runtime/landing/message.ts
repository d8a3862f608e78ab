// Message and signers of a landing: its unit's title, what its agent said, its criteria, and who made it.
import { unbroken } from "../../core/words/quote.ts";
import { isRecord } from "../../core/json/record.ts";
import { redact } from "../../core/secrets/redact.ts";
import type { Recorded } from "../../core/row.ts";
import type { Criterion } from "../../core/view.ts";
import { type Candidate, isPersons } from "../../landing/site.ts";
import type { Author, Customs, Signers } from "../../workspace/workspace.ts";
import type { CommitStyle } from "../config.ts";
import type { Folded } from "../fold.ts";

const mostSubject = 72;
const typed = /^[a-z]+(?:\([^()]*\))?!?: /u;
/** Not `net: …`, where a custom names packages. */
const conventional =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([^()]*\))?!?: /u;

/** The conventional type of a title by its first words. */
const types: readonly (readonly [RegExp, string])[] = [
  [/^(?:fix|mend|correct|repair|prevent)\b/iu, "fix"],
  [/^(?:document|describe)\b|\breadme\b/iu, "docs"],
  [/^(?:test|cover)\b|^add (?:\w+ )?tests?\b/iu, "test"],
  [/^(?:refactor|rename|move|extract|simplify|split)\b/iu, "refactor"],
];
const typeOf = (title: string): string => types.find(([is]) => is.test(title))?.[1] ?? "feat";

/** What a subject begins with beside its title; null: nothing. */
const prefixOf = (
  title: string,
  { prefix }: CommitStyle,
  subjects: readonly string[],
): string | null => {
  if (prefix !== null) return title.startsWith(prefix.trimEnd()) ? null : prefix.trimEnd();
  const isCustom = subjects.filter((one) => conventional.test(one)).length * 2 > subjects.length;
  return isCustom && !typed.test(title) ? `${typeOf(title)}:` : null;
};

const cut = (text: string): string => {
  if (text.length <= mostSubject) return text;
  const end = text.slice(0, mostSubject).search(/\s\S*$/u);
  return `${text.slice(0, end < 1 ? mostSubject - 1 : end).trimEnd()}…`;
};

/** @param subjects of the repository's last commits */
export const subjectOf = (
  title: string,
  style: CommitStyle,
  subjects: readonly string[],
): string => {
  const line = unskipping(unbroken(title)).replaceAll(/\s+/gu, " ");
  const prefix = prefixOf(line, style, subjects);
  if (prefix === null) return cut(line);
  // A word in small letters but for the first is no name.
  const isWord = prefix.endsWith(":") && /^[A-Z][a-z]*\b/u.test(line);
  return cut(`${prefix} ${isWord ? line.charAt(0).toLowerCase() : line.charAt(0)}${line.slice(1)}`);
};

/** Words in brackets by which a commit's message keeps CI from running: not for agents to say. */
const unskipping = (text: string): string =>
  text
    .replaceAll(/\[([^[\]]*\b(?:skip|no)\b[^[\]]*)\]/giu, "($1)")
    .replaceAll("***NO_CI***", "NO_CI");

const closing =
  /\b((?:clos|fix|resolv|implement)(?:e?[sd]?|ing)):?\s+((?:issues?\s+)?(?:[\w./-]*#\d+|GH-\d+|https?:\/\/\S*\d))/giu;

/** Without what makes a host close issues, or tell people, for an agent's word. */
export const defused = (text: string): string =>
  text.replaceAll(closing, "$1 ($2)").replaceAll(/(?<![\w.])@(?=\w)/gu, "@ ");

const wrapped = (text: string, indent = ""): string => {
  const lines: string[] = [];
  for (const word of unskipping(unbroken(text)).split(/\s+/u)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < mostSubject)
      lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(last === undefined ? word : `${indent}${word}`);
  }
  return lines.join("\n");
};

const mostSaid = 2_000;
/** What the unit's agents said in their last reports. */
const saidIn = (log: readonly Recorded[], { doers }: Candidate): readonly string[] =>
  doers.flatMap(({ job }) => {
    const said = log
      .flatMap(({ by, data }) => (by.job === job && isRecord(data) ? [data["summary"]] : []))
      .findLast((summary) => typeof summary === "string");
    return typeof said === "string" && said.trim() !== "" ? [said.slice(0, mostSaid)] : [];
  });

const criterionLine = ({ text, check }: Criterion): string =>
  wrapped(`- ${text}${check === null ? "" : ` (${check})`}`, "  ");

const namesOf = ({ unit, doers }: Candidate): readonly string[] => [
  ...new Set(doers.map(({ subject }) => subject ?? unit)),
];

/** The label of one unit; of several, or of one that the view doesn't show, their names and the run's title. */
const titleOf = ({ protocol, state }: Folded, candidate: Candidate): string => {
  const { nodes, title } = protocol.view(state);
  const names = namesOf(candidate);
  if (isPersons(candidate)) return `Merge commits of ${names.join(", ")}`;
  const label = nodes.find(({ id }) => names.length === 1 && id === names[0])?.label.trim() ?? "";
  return label === "" ? `${names.join(", ")}: ${title}` : label;
};

const agentsOf = ({ doers }: Candidate): readonly Author[] =>
  [...new Set(doers.flatMap(({ agent }) => (agent === null ? [] : [agent])))].map((agent) => ({
    name: agent,
    email: `${agent.replaceAll(/[^\w.-]/gu, "-")}@cairn.invalid`,
  }));
const addressed = ({ name, email }: Author): string => `${name} <${email}>`;

/** `by` null: Cairn itself, since git knows no user. */
export type LandingCommit = { readonly message: string; readonly by: Signers | null };

export const landingCommit = (
  run: string,
  folded: Folded,
  candidate: Candidate,
  log: readonly Recorded[],
  { style, custom }: { readonly style: CommitStyle; readonly custom: Customs },
): LandingCommit => {
  const { user } = custom;
  const [names, agents] = [namesOf(candidate), agentsOf(candidate)];
  const title = titleOf(folded, candidate);
  const subject = subjectOf(title, style, custom.subjects);
  const criteria = names.flatMap((name) =>
    folded.protocol.evidence(folded.state, log, name).filter(({ counts }) => counts),
  );
  const parts = [
    subject,
    ...(subject.endsWith("…") ? [wrapped(title)] : []),
    ...saidIn(log, candidate).map((said) => wrapped(defused(said))),
    criteria.map(criterionLine).join("\n"),
    [
      `Cairn-Run: ${run}`,
      `Cairn-Unit: ${unbroken(names.join(", "))}`,
      ...agents.map((agent) => `Co-authored-by: ${addressed(agent)}`),
      ...(user !== null && (style.signOff ?? custom.signsOff)
        ? [`Signed-off-by: ${addressed(user)}`]
        : []),
    ].join("\n"),
  ];
  const message = redact(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
  if (user === null) return { message, by: null };
  const author = style.author === "agent" ? (agents[0] ?? user) : user;
  return { message, by: { author, committer: user } };
};

/** What is to be said of landings before any agent starts, and where they are delivered. */
export const customWords = ({ user, unmet }: Customs): readonly string[] => [
  ...(user === null
    ? [
        "git knows no name and address of yours here, so landings are by Cairn: set user.name and user.email by `git config`",
      ]
    : []),
  ...(unmet.length === 0 ? [] : [`what this repository asks of commits: ${unmet.join("; ")}`]),
];
