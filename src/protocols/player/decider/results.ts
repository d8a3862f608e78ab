// Normalised result of an attempt: recognises repetitions, and applies limits to every sender.
import { withoutNulls } from "../../../core/json/record.ts";
import { digest } from "../../../core/hash.ts";
import { ownOf } from "../../../core/json/own.ts";
import type { PathFacts } from "../../../core/protocol.ts";
import { refuse, type Refusal } from "../../../core/refusal.ts";
import { artifactsLimit, byteLength, headAndTail, nameLimit } from "../limits.ts";
import type { ResultInput, Result } from "../shapes.ts";
import { runRelative } from "../place.ts";
import type { State } from "../state.ts";
import { keptOutput } from "../template/kept-output.ts";

type How = Result["how"];

/** What the engine observed when an attempt ended; paths that weren't checked are judged by their text. */
export type EndFacts = {
  readonly named?: Readonly<Record<string, PathFacts>> | undefined;
  readonly commit?: string | null | undefined;
  readonly tree?: string | undefined;
  readonly bent?: readonly string[] | undefined;
  /** Content of the result's output file. */
  readonly text?: string | undefined;
};

const climbs = (path: string): boolean =>
  path.startsWith("/") || path.startsWith("~") || path.split("/").includes("..");

/** The folder of a run of another protocol can be anywhere. */
const warningsOf = (
  paths: readonly string[],
  { named = {} }: EndFacts,
  how: How,
): readonly string[] =>
  how === "run"
    ? []
    : paths.flatMap((path) => {
        const is = ownOf(named, path)?.is ?? (climbs(path) ? "outside" : "file");
        return is === "file" || is === "folder" ? [] : [`${is}: ${path}`];
      });

const digestsOf = (
  state: State,
  paths: readonly string[],
  { named = {} }: EndFacts,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const digest = ownOf(named, path)?.digest ?? null;
      return digest === null ? [] : [[runRelative(state.session, path), digest] as const];
    }),
  );

export const resultRefused = ({
  session,
  output_path: path,
  artifacts = [],
}: Partial<ResultInput>): Refusal | null => {
  if (artifacts.length > artifactsLimit)
    return refuse(
      "FIELD_OVERSIZED",
      `there are ${artifacts.length} artifacts, more than ${artifactsLimit}`,
      {
        pointer: "/result/artifacts",
        fits: "the ones that matter, or a file that lists them",
      },
    );
  const long = [session ?? "", path ?? "", ...artifacts].some((text) => text.length > nameLimit);
  return long
    ? refuse("FIELD_OVERSIZED", `a session or path has more than ${nameLimit} characters`, {
        fits: "a shorter one",
      })
    : null;
};

const nonEmpty = (text: string | undefined): string | null =>
  text === undefined || text === "" ? null : text;

/** @returns result whose `digest` covers the whole input before truncation, to tell it from other results */
export const resultOf = (
  state: State,
  given: ResultInput,
  how: How,
  seen: EndFacts = {},
): Result => {
  const output = given.output ?? "";
  const paths = [...new Set([given.output_path ?? "", ...(given.artifacts ?? [])])].filter(
    (path) => path !== "",
  );
  const digests = digestsOf(state, paths, seen);
  const hasCopy = given.ok && given.output_by !== "agent" && nonEmpty(given.output_path) !== null;
  return {
    ok: given.ok,
    exit: given.exit ?? null,
    reason: given.ok ? null : (given.reason ?? (how === "file" || how === "hand" ? how : "report")),
    error: given.ok ? null : headAndTail(nonEmpty(given.error) ?? given.reason ?? "failed"),
    session: nonEmpty(given.session),
    output_path:
      given.output_path === undefined || given.output_path === ""
        ? null
        : runRelative(state.session, given.output_path),
    artifacts: (given.artifacts ?? []).map((path) => runRelative(state.session, path)),
    output: keptOutput(output),
    output_digest: given.output_digest ?? null,
    output_bytes: given.output_bytes ?? byteLength(output),
    output_by: given.output_by ?? "engine",
    warnings: warningsOf(paths, seen, how),
    how,
    ...(hasCopy && seen.text !== undefined ? { copy: seen.text } : {}),
    ...(Object.keys(digests).length === 0 ? {} : { digests }),
    ...withoutNulls({ commit: seen.commit, tree: seen.tree, bent: seen.bent }),
    digest: digest(
      JSON.stringify([
        given.ok,
        given.exit ?? null,
        given.error ?? "",
        given.session ?? "",
        given.output_path ?? "",
        given.artifacts ?? [],
        output,
      ]),
    ),
  };
};
