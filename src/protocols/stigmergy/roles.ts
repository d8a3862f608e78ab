// Roles that a stigmergy run needs from now to its end.
import type { Role } from "../../core/view.ts";
import { checksNow } from "./checks-of.ts";
import { life } from "./ended.ts";
import { storiesOf } from "./manifest.ts";
import type { Check, State } from "./state.ts";

/** A missing program would stop the run without being anyone's failure. One in a folder may be a result of the work: its check tells. */
const programs = (checks: readonly Check[]): readonly Role[] =>
  checks.flatMap(({ name, argv: [program = ""] }) =>
    program === "" || program.includes("/")
      ? []
      : [
          {
            name: `check "${name}"`,
            program,
            instead: "install it, or begin with other checks",
            otherwise:
              "install it, or give the run other checks: `cairn send RUN Configure --settings …`",
          },
        ],
  );

export const roles = (state: State): readonly Role[] => {
  const now = life(state);
  if (now === "over" || now === "archived") return [];
  const { status, parts, settings } = state;
  const briefing = status === "NEEDS_BRIEFING" && parts.brief === null;
  const planning = status === "NEEDS_BRIEFING" || status === "NEEDS_PLANNING";
  const builders = [
    ...new Set(storiesOf(state).flatMap(({ builder }) => (builder === null ? [] : [builder]))),
  ];
  const wanted = [
    ...(briefing ? ["mary"] : []),
    ...(planning ? ["john", ...(settings.ux ? ["sally"] : []), "winston"] : []),
    "bob",
    "james",
    ...builders.filter((name) => name !== "james"),
    ...(settings.reviewer === "person" ? [] : ["sarah"]),
    "dexter",
    ...(settings.audit === "never" ? [] : ["metis"]),
  ].filter((name) => settings.roster[name] === "agent");
  return [
    ...wanted.map((name): Role =>
      name === "sarah" && settings.reviewer === "other-agent"
        ? { name, unlike: "james" }
        : { name },
    ),
    ...programs(state.checks ?? checksNow(state)),
  ];
};
