// Reader of edits of brief.md.
import { quietly, wrong } from "../../../kit/edits/edit-reading.ts";
import { joined } from "../../../kit/edits/admission.ts";
import type { BriefRead } from "../markdown/brief.ts";
import type { IterativeCommands } from "../commands.ts";
import { modeOf, namedDomain } from "../request-words.ts";
import { blocksAsked } from "./extras.ts";
import { asking, derivedAt, type EditRead, findingAt, type Page } from "./page.ts";

type Brief = IterativeCommands["WriteBrief"]["data"];

const isSame = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
  JSON.stringify(a ?? []) === JSON.stringify(b ?? []);

const domainAsked = (
  page: Page<BriefRead>,
  before: BriefRead,
): EditRead & { readonly domain?: Brief["domain"] } => {
  const { state, after } = page;
  if (after.domain === null || after.domain === before.domain || after.domain === "") return {};
  const named = namedDomain(after.domain);
  if (named !== null && modeOf(named.domain) === state.mode) return { domain: named.domain };
  const fits =
    state.mode === "development"
      ? "feature, bug, refactor"
      : "research, writing, analysis, planning";
  return wrong(
    findingAt(
      page,
      "Domain",
      "DOMAIN_UNFIT",
      `${after.domain.slice(0, 80)} is no domain of a run in ${state.mode}`,
      fits,
    ),
  );
};

/** Maps fields in refusals to blocks of the file. */
export const briefAnchors: Readonly<Record<string, string>> = {
  "/title": "#",
  "/outcome": "## Outcome Needed",
  "/done_when": "## Done When",
};

export const briefAsked = (page: Page<BriefRead>, before: BriefRead): EditRead => {
  const { state, path, after } = page;
  const domain = domainAsked(page, before);
  const changes: Brief = {
    ...((after.title ?? "") === "" || after.title === before.title
      ? {}
      : { title: after.title ?? "" }),
    ...(domain.domain === undefined ? {} : { domain: domain.domain }),
    ...((after.outcome ?? "") === (before.outcome ?? "") ? {} : { outcome: after.outcome ?? "" }),
    ...(isSame(after.doneWhen, before.doneWhen) ? {} : { done_when: after.doneWhen ?? [] }),
    ...(isSame(after.constraints, before.constraints)
      ? {}
      : { constraints: after.constraints ?? [] }),
    ...((after.notes ?? "") === (before.notes ?? "") ? {} : { notes: after.notes ?? "" }),
  };
  const [first] = Object.keys(changes);
  const mode =
    (after.mode ?? before.mode) === before.mode || (before.mode ?? "") === "" ? null : after.mode;
  return joined([
    domain,
    mode === null || mode === state.mode
      ? {}
      : wrong(
          findingAt(
            page,
            "Mode",
            "FIELD_FIXED",
            "the mode of a run can't be changed",
            "another run: `cairn run --later iterative`",
          ),
        ),
    first === undefined
      ? {}
      : asking(briefAnchors[`/${first}`] ?? "#", { type: "WriteBrief", data: changes }),
    after.created === before.created ? {} : quietly(derivedAt(page, "Created", "Created")),
    (after.title ?? "") === "" && (before.title ?? "") !== ""
      ? quietly(derivedAt(page, "#", "a title"))
      : {},
    blocksAsked(state, path, before.unknown, after.unknown),
  ]);
};
