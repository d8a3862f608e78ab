// What a run's rules allow and a person should know: for `cairn doctor`.
import { note } from "../core/diagnostic.ts";
import type { Diagnostic } from "../core/dialect.ts";
import type { Path } from "../core/row.ts";
import { checkText, hollow } from "./check.ts";
import { worked } from "./course.ts";
import type { Dialect } from "./dialect.ts";
import { judgeYourself } from "./jobs.ts";
import { isRunnable, type Unit } from "./unit.ts";
import type { Work } from "./work.ts";

const setCheck = ({ run }: Work, unit: string, criterion: number): string =>
  `a check that fails without the work: \`cairn send ${run} SetCheck --unit ${unit} --criterion ${criterion} …\``;
const checksOf = (state: Work, { id, criteria }: Unit): readonly Diagnostic[] =>
  criteria.flatMap(({ check, waived, proof, before }, at): readonly Diagnostic[] => {
    const number = at + 1;
    if (waived !== null || !isRunnable(check)) return [];
    const isHollow = hollow(check) || (proof?.hollow === true && proof.held === null);
    const subject = `${id}.${number}`;
    if (isHollow) {
      const text = `the check of criterion ${number} of ${id} can't tell anything: \`${checkText(check)}\``;
      return [note("check-hollow", subject, text, setCheck(state, id, number))];
    }
    if (before?.passed !== true) return [];
    const text = `criterion ${number} of ${id} held before the work began: that its check passes shows nothing of the work`;
    return [note("check-trivial", subject, text, setCheck(state, id, number))];
  });
const unleased = ({ id, status, leased, worker }: Unit): readonly Diagnostic[] =>
  status !== "live" || leased
    ? []
    : [
        note(
          "unit-unleased",
          id,
          `${id} was begun by hand${worker === null ? "" : ` by ${worker}`}: no lease stands behind it, so nobody sees whether it is still worked on`,
          "its file says when it is done; `cairn claim` is how an agent from outside takes a unit",
        ),
      ];
type Around = {
  readonly agentFor: (role: string) => string | null;
  readonly strays: readonly Path[];
};

/** @param strays files next to the run's folder, where nothing reads them */
export const diagnosticsOf = (
  dialect: Dialect,
  state: Work,
  { agentFor, strays }: Around,
): readonly Diagnostic[] => {
  const [stray] = strays;
  const misplaced =
    stray === undefined
      ? []
      : [
          note(
            "files-strayed",
            dialect.straysIn?.[0]?.folder ?? "..",
            `${strays.length === 1 ? stray : `${strays.length} files such as ${stray}`} lie beside the run's folder: nothing reads them`,
            "move them to where they belong",
          ),
        ];
  if (state.end !== null || state.archived) return misplaced;
  const { role, judge } = Object.values(dialect.kinds).find((kind) => kind.judge) ?? {};
  const author = Object.values(dialect.kinds).find((kind) => kind.course.includes("before"));
  const [worker, other] = [agentFor(author?.role ?? role ?? ""), agentFor(judge?.role ?? "")];
  const isAlone = state.options.judge === "other-session" && worker !== null && worker !== "hand";
  return [
    ...misplaced,
    ...worked(dialect, state).flatMap((unit) => [...checksOf(state, unit), ...unleased(unit)]),
    ...(isAlone && worker === other
      ? [
          note(
            "judge-alone",
            judge?.role ?? "",
            `the ${judge?.role ?? "judge"} is the same agent as the ${author?.role ?? "worker"}, ${worker}, in another conversation: it tends to overlook the same things`,
            `give the role ${judge?.role ?? ""} to another agent in cairn.config.json, or ${judgeYourself(state)}`,
          ),
        ]
      : []),
  ];
};
