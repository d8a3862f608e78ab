// Descriptions of landing problems: for people, and for the agent that mends the work.
import { isLockFile, lockFileOf } from "../core/checks/lock-files.ts";
import { type Candidate, pieceOf, type Trouble } from "./site.ts";

/** Display name of the work with the problem. */
export const nameOf = (candidate: Candidate): string => {
  const { doer } = pieceOf(candidate);
  return doer.subject ?? candidate.unit;
};
const meanwhile = ({ waiting }: Candidate): string =>
  waiting.length > 0 ? "what others did" : "what landed";

const filesOf = (trouble: Trouble | null): readonly string[] =>
  trouble?.is === "conflict" ? trouble.files : [];

/** @param work what to call the work; "it" where its name stands before */
export const troubleWords = (
  candidate: Candidate,
  work = `the work of ${nameOf(candidate)}`,
): string => {
  const { trouble } = candidate;
  if (trouble?.is === "held") return `${work} holds what no job's may: ${trouble.said}`;
  return trouble?.is === "red"
    ? `merged onto the run's branch, ${work} fails a check: ${trouble.said.trimEnd()}`
    : `${work} conflicts with ${meanwhile(candidate)} meanwhile in ${filesOf(trouble).join(", ")}`;
};

const lockWords = (locks: readonly string[]): readonly string[] =>
  locks.length === 0
    ? []
    : [
        "",
        `Don't merge ${locks.join(", ")}: in your folder it stands as it landed. After you ended, the engine makes it anew from the manifests that you leave, by ${[...new Set(locks.map((path) => `\`${lockFileOf(path)?.argv.join(" ") ?? ""}\``))].join(", ")}. Make it yourself only if a check fails because of it.`,
      ];

/** The brief for an agent that mends its own work. */
export const mendBrief = (candidate: Candidate): string => {
  const { trouble } = candidate;
  return [
    `# Your work on ${nameOf(candidate)} can't land yet`,
    "",
    trouble?.is === "red"
      ? `Merged onto the run's branch, as it lies in your folder, it fails a check:\n\n    ${trouble.said.split("\n").join("\n    ")}`
      : `Others' work ${candidate.waiting.length > 0 ? "was done" : "landed"} meanwhile and conflicts with yours. Your folder holds the merge half done; conflicts are in:\n\n${filesOf(
          trouble,
        )
          .filter((file) => !isLockFile(file))
          .map((file) => `- ${file}`)
          .join("\n")}`,
    ...lockWords(filesOf(trouble).filter(isLockFile)),
    "",
    "Mend it in your folder: keep what both sides mean, leave no conflict markers, commit. Change nothing else.",
    "Then end. The engine merges it again and runs the checks on the merged tree.",
  ].join("\n");
};
