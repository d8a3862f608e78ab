// Parser of plans in ultrawork: session file words to tasks, all findings at once.
import type { changesInput, planInput } from "../shapes.ts";
import type { Of } from "../../../kit/schema.ts";
import { isRefusal, type Refusal, refuse } from "../../../core/refusal.ts";
import type { Path } from "../../../core/row.ts";
import { readCheck } from "../checks.ts";
import { inside } from "../command.ts";
import type { DraftCriterion, DraftTask } from "../evolve/draft.ts";
import { textLimit } from "../limits.ts";
import type { ChosenBy } from "../state.ts";

export type PlanInput = Of<typeof planInput>;
export type TaskInput = PlanInput["tasks"][number];
export type CriterionInput = TaskInput["success_criteria"][number];
export type Changes = Of<typeof changesInput>;

/** `at`: pointer into the input. `kept`: checks of criteria named by their text only. */
export type Reading = {
  readonly place: Path;
  readonly chosenBy: ChosenBy;
  readonly kept?: readonly DraftCriterion[];
};
export type PlanReading<T> = { readonly value: T; readonly findings: readonly Refusal[] };

const limits = { subject: 200, text: textLimit, criterion: 500, criteria: 20, files: 100 };

export const oversized = (
  what: string,
  size: number,
  limit: number,
  pointer?: string,
): readonly Refusal[] =>
  size <= limit
    ? []
    : [
        refuse("FIELD_OVERSIZED", `${what} is too long: ${size}, and ${limit} is the most`, {
          fits: `at most ${limit}`,
          ...(pointer === undefined ? {} : { pointer }),
        }),
      ];

const readCriterion = (
  input: CriterionInput,
  at: string,
  how: Reading,
): PlanReading<DraftCriterion> => {
  const text = typeof input === "string" ? input : input.criteria;
  const long = oversized("a criterion's text", text.length, limits.criterion, at);
  const bare = { text, check: null, chosenBy: null };
  if (typeof input === "string" || (input.type ?? input.command ?? input.path ?? null) === null) {
    return { value: how.kept?.find((one) => one.text === text) ?? bare, findings: long };
  }
  const check = readCheck(input, how.place);
  if (isRefusal(check)) return { value: bare, findings: [...long, { ...check, pointer: at }] };
  return { value: { text, check, chosenBy: how.chosenBy }, findings: long };
};

export const readCriteria = (
  inputs: readonly CriterionInput[],
  at: string,
  how: Reading,
  least = 1,
): PlanReading<readonly DraftCriterion[]> => {
  const read = inputs.map((input, index) => readCriterion(input, `${at}/${index}`, how));
  const texts = read.map(({ value }) => value.text);
  const empty = texts.some((text) => text.trim() === "") || texts.length < least;
  const repeated = texts.find((text, index) => texts.indexOf(text) !== index);
  return {
    value: read.map(({ value }) => value),
    findings: [
      ...(empty
        ? [
            refuse("CRITERIA_EMPTY", "there is no criterion, or one without text", {
              pointer: at,
              fits: "at least one that can be shown to hold",
            }),
          ]
        : []),
      ...(repeated === undefined
        ? []
        : [
            refuse("CRITERIA_REPEATED", `the criterion "${repeated}" stands there twice`, {
              pointer: at,
            }),
          ]),
      ...oversized("the list of criteria", texts.length, limits.criteria, at),
      ...read.flatMap(({ findings }) => findings),
    ],
  };
};

export const readFiles = (
  files: readonly string[] | null | undefined,
  at: string,
): PlanReading<readonly Path[] | null> => ({
  value: files ?? null,
  findings: [
    ...(files ?? []).flatMap((file, index) =>
      inside(file) === null
        ? [
            refuse("PATH_OUTSIDE", `${file} lies outside of the workspace`, {
              pointer: `${at}/${index}`,
              fits: "a relative path with /",
            }),
          ]
        : [],
    ),
    ...oversized("the list of files", files?.length ?? 0, limits.files, at),
  ],
});

const sizes = (
  task: { readonly subject?: string | undefined; readonly description?: string | null | undefined },
  at: string,
): readonly Refusal[] => [
  ...(task.subject?.trim() === ""
    ? [refuse("SUBJECT_EMPTY", "a task has no subject", { pointer: `${at}/subject` })]
    : []),
  ...oversized("the subject", task.subject?.length ?? 0, limits.subject, `${at}/subject`),
  ...oversized("the description", task.description?.length ?? 0, limits.text, `${at}/description`),
];

export const readTask = (input: TaskInput, at: string, how: Reading): PlanReading<DraftTask> => {
  const criteria = readCriteria(input.success_criteria, `${at}/success_criteria`, how);
  const files = readFiles(input.files, `${at}/files`);
  return {
    value: {
      id: input.id,
      subject: input.subject,
      description: input.description ?? null,
      complexity: input.complexity ?? null,
      files: files.value,
      blockedBy: [...new Set(input.blocked_by)],
      criteria: criteria.value,
    },
    findings: [...sizes(input, at), ...files.findings, ...criteria.findings],
  };
};

export type DraftChanges = {
  readonly subject?: string;
  readonly description?: string | null;
  readonly complexity?: DraftTask["complexity"];
  readonly files?: readonly Path[] | null;
  readonly blockedBy?: readonly string[];
  readonly criteria?: readonly DraftCriterion[];
};

/** Reads only the given fields; `kept` preserves the checks of criteria given by their text. */
export const readChanges = (input: Changes, how: Reading): PlanReading<DraftChanges> => {
  const criteria =
    input.success_criteria === undefined
      ? null
      : readCriteria(input.success_criteria, "/changes/success_criteria", how);
  const files = input.files === undefined ? null : readFiles(input.files, "/changes/files");
  return {
    value: {
      ...(input.subject === undefined ? {} : { subject: input.subject }),
      ...(input.description === undefined ? {} : { description: input.description }),
      ...(input.complexity === undefined ? {} : { complexity: input.complexity }),
      ...(files === null ? {} : { files: files.value }),
      ...(input.blocked_by === undefined ? {} : { blockedBy: [...new Set(input.blocked_by)] }),
      ...(criteria === null ? {} : { criteria: criteria.value }),
    },
    findings: [
      ...sizes(input, "/changes"),
      ...(files?.findings ?? []),
      ...(criteria?.findings ?? []),
    ],
  };
};
