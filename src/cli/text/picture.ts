// A run's picture on the command line: each decision option with the command to type, and the time that the run may take yet.
import { isRecord } from "../../core/json/record.ts";
import { isRefusal, type Refusal } from "../../core/refusal.ts";
import type { Card } from "../../core/row.ts";
import { attendedIn } from "../../runtime/picture/driven.ts";
import type { Attended, ShownDecision as Asked } from "../../runtime/picture/shape.ts";
import type { Lack, System } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { fieldsOf } from "../flags/fields.ts";
import { asTyped } from "../../core/words/shell-word.ts";

export type { ShownJob, ShownNode } from "../../runtime/picture/shape.ts";
export type ShownDecision = Omit<Asked, "options"> & {
  /** The command that shows the context of the decision, or the output that it is about. */
  readonly look: string;
  /** The command after a manual fix, if applicable. */
  readonly mended?: string;
  /** `command`: to type; a required note appears as `--note WHY`. */
  readonly options: readonly (Omit<Asked["options"][number], "fields" | "mends" | "takes"> & {
    readonly command: string;
  })[];
};
export type Picture = Omit<Attended, "decisions"> & {
  readonly decisions: readonly ShownDecision[];
  /** Why no worker on this machine can do what it needs; only if so and requested. */
  readonly lacks?: Lack;
  /** How long it may take yet, in words, for people only: it changes all the time. */
  readonly left?: string;
};

/** A flag for each required field of an option. */
const wanted = (fields: unknown): readonly string[] => {
  const required: readonly unknown[] =
    isRecord(fields) && Array.isArray(fields["required"]) ? fields["required"] : [];
  return isRecord(fields)
    ? fieldsOf(fields).flatMap(({ flag, path, word }) =>
        path.length === 1 && required.includes(path[0]) ? [`--${flag} ${word}`] : [],
      )
    : [];
};

const mendedOf = ({ run, options }: Asked): Pick<ShownDecision, "mended"> => {
  const unit = options.find(({ mends }) => mends !== undefined)?.mends;
  return unit === undefined ? {} : { mended: `cairn job check ${run} ${asTyped(unit)}` };
};

const lookOf = ({ run, key, output }: Asked): string =>
  output === undefined ? `cairn decide ${run} ${key}` : `cairn job output ${run} ${output}`;

export const shownDecision = (asked: Asked): ShownDecision => ({
  run: asked.run,
  key: asked.key,
  subject: asked.subject,
  question: asked.question,
  ...(asked.output === undefined ? {} : { output: asked.output }),
  look: lookOf(asked),
  ...mendedOf(asked),
  options: asked.options.map(({ fields, mends: _mends, takes: _takes, ...option }) => {
    const { id, note } = option;
    const why = note === "must" ? ["--note WHY"] : [];
    const words = ["cairn decide", asked.run, asked.key, id, ...why, ...wanted(fields)];
    return { ...option, command: words.join(" ") };
  }),
});

/** @param deeds with what each job at work does */
export const pictureOf = async (
  system: System,
  { run }: Pick<Card, "run">,
  deeds = false,
): Promise<Picture | Refusal> => {
  const found = await (deeds ? system.atWork(run) : system.picture(run));
  if (isRefusal(found)) return found;
  const shown = attendedIn(system, found);
  return {
    ...shown,
    jobs: shown.jobs.map((job) => ({ ...job, by: job.by === null ? null : cleanLine(job.by) })),
    decisions: shown.decisions.map(shownDecision),
  };
};

/** Events of a longer log take too long to read for one line. */
const mostEvents = 10_000;

/** Reads the attempts only if they may tell. */
export const withTimeLeft = async (
  system: Pick<System, "timeline">,
  picture: Picture,
  now: number,
): Promise<Picture> => {
  if (picture.state !== "running") return { ...picture, left: "" };
  const { mayTell, timeLeftWords } = await import("../../core/words/time-left.ts");
  const reads = picture.version <= mostEvents && mayTell(picture);
  const attempts = reads ? await system.timeline(picture.run) : [];
  if (isRefusal(attempts)) return picture;
  return { ...picture, left: timeLeftWords(picture.nodes, attempts, now) };
};
