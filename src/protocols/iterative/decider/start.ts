// Why: a run's name, mode, domain, settings and lessons are fixed at its beginning, from what was said and nothing that was guessed.
import type { Stamp } from "../../../core/protocol.ts";
import { isRefusal, refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import { started } from "../evolve/run.ts";
import { guardrailsLimit, slugLimit, taskLimit } from "../limits.ts";
import type { IterativeCommands, IterativeEvents } from "../messages.ts";
import {
  domainsOf,
  listedWords,
  type Meant,
  modeOf,
  namedDomain,
  wordsSay,
} from "../request-words.ts";
import type { Guardrail, Mode } from "../state.ts";
import { domainUnfit, written } from "./brief.ts";
import { isSame, lessonFindings, lessonOf } from "./guardrails.ts";
import { inherited } from "./inherited.ts";
import { copied, startSettings } from "./settings.ts";
import { type Decided, oversized } from "./step.ts";

type Data = IterativeCommands["Start"]["data"];
type Started = IterativeEvents["RunStarted"]["data"];

const kebab = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/['\u2019]/gu, "")
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "");

/** The request's first six words; letters that no name of a folder has are kept where nothing else is left. */
export const taskFrom = (request: string): string => {
  const words = request.trim().split(/\s+/u).slice(0, 6).join(" ");
  const name = kebab(words);
  return (name === "" ? words : name).slice(0, taskLimit);
};

/** Cut at a hyphen where it is too long; null: no letter of it can stand in a name. */
export const slugFrom = (task: string): string | null => {
  const name = kebab(task);
  const whole =
    name.length <= slugLimit
      ? name
      : name.slice(
          0,
          name.lastIndexOf("-", slugLimit) > 0 ? name.lastIndexOf("-", slugLimit) : slugLimit,
        );
  return whole === "" || whole === "archive" ? null : whole;
};
export const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/u;

export const slugFindings = (slug: string): readonly Refusal[] =>
  slugForm.test(slug) && slug.length <= slugLimit && slug !== "archive"
    ? []
    : [
        refuse("SLUG_INVALID", `${JSON.stringify(slug.slice(0, 80))} cannot name a run's folder`, {
          pointer: "/slug",
          fits: `a-z, 0-9 and single hyphens, at most ${slugLimit} characters; archive is taken`,
        }),
      ];

/** Whoever sits there is asked for the domain alone: the mode follows from it. */
const ambiguous = (mode: Mode | null): Refusal => {
  const among = domainsOf(mode);
  const asks = [{ name: "domain", means: "which kind of work it is", field: ["domain"], among }];
  const named = `--domain ${among.slice(0, -1).join(", ")} or ${among.at(-1) ?? ""}`;
  return mode === null
    ? refuse(
        "MODE_AMBIGUOUS",
        "the request doesn't say whether it is development or knowledge work",
        {
          pointer: "/mode",
          fits: `${named}; or --mode development; or one of these words: ${listedWords.join(", ")}`,
          asks,
        },
      )
    : refuse("MODE_AMBIGUOUS", "the request doesn't say which kind of knowledge work it is", {
        pointer: "/domain",
        fits: named,
        asks,
      });
};

/** What is named counts, then the request's own words. */
export const meantBy = (
  request: string,
  mode: Mode | null,
  domain: string | null,
): Meant | Refusal => {
  if (domain === null) return wordsSay(request, mode) ?? ambiguous(mode);
  const named = namedDomain(domain);
  if (named === null || (mode !== null && modeOf(named.domain) !== mode))
    return domainUnfit(mode ?? (named === null ? "knowledge" : named.mode), domain);
  return named;
};

const lessons = (
  data: Data,
): { readonly guardrails: readonly Guardrail[]; readonly findings: readonly Refusal[] } => {
  const from = inherited(data);
  if (isRefusal(from)) return { guardrails: [], findings: [from] };
  const given = (data.guardrails ?? []).map((one) => lessonOf(one, "given at the start"));
  const all = [...from, ...given];
  const guardrails = all.filter(
    (one, index) => all.findIndex((other) => isSame(one, other)) === index,
  );
  const excess =
    guardrails.length > guardrailsLimit
      ? [
          refuse(
            "GUARDRAIL_EXCESSIVE",
            `${guardrails.length} guardrails are more than ${guardrailsLimit}`,
            { pointer: "/guardrails" },
          ),
        ]
      : [];
  return { guardrails, findings: [...given.flatMap(lessonFindings), ...excess] };
};

/** A brief that names only when it is done wants what was asked for. */
const briefGiven = (data: Data, request: string): NonNullable<Data["brief"]> | null => {
  const given = data.brief;
  if (
    given === undefined ||
    Object.values(given).every((value) => value === undefined || value.length === 0)
  )
    return null;
  const outcome = given.outcome?.trim() === "" ? request : (given.outcome ?? request);
  return { ...given, outcome };
};

const taskOf = (data: Data, request: string): string => {
  const given = data.task?.replaceAll(/\s+/gu, " ").trim() ?? "";
  return given === "" ? taskFrom(request) : given;
};

export const start = (data: Data, stamp: Stamp): Decided => {
  const request = (data.request ?? data.brief?.outcome ?? data.task ?? "").trim();
  const task = taskOf(data, request);
  const slug = data.slug ?? slugFrom(task) ?? `run-${(data.run ?? "").slice(0, 6)}`;
  const meant = meantBy(request, data.mode ?? null, data.domain ?? data.brief?.domain ?? null);
  const mode = data.mode ?? (isRefusal(meant) ? "knowledge" : meant.mode);
  const { settings, findings: odd } = startSettings(data.settings, data.odd, mode);
  const { guardrails, findings: unfit } = lessons(data);
  const long = [
    oversized("the request", request.length, "/request"),
    oversized("the task", task.length, "/task", taskLimit),
  ];
  const refused = refuseAll([
    ...(request === ""
      ? [
          refuse("FIELD_INVALID", "nothing says what is wanted", {
            pointer: "/request",
            fits: '`cairn start iterative "…"`',
          }),
        ]
      : []),
    ...slugFindings(slug),
    ...(request !== "" && isRefusal(meant) ? [meant] : []),
    ...odd,
    ...unfit,
    ...long.filter((one) => one !== null),
  ]);
  if (refused !== null) return refused;
  if (isRefusal(meant)) return meant;
  const begun: Started = {
    run: data.run ?? "",
    request,
    task,
    slug,
    mode: meant.mode,
    domain: meant.domain,
    domains: [...meant.domains],
    guardrails: guardrails.map((one) => ({ ...one })),
    settings: copied(settings),
    origin: data.origin ?? null,
  };
  const first = { type: "RunStarted", data: begun } as const;
  const brief = briefGiven(data, request);
  if (brief === null) return [first];
  const state = started({ ...first, version: 0, at: stamp.at, by: stamp.by, cause: "" });
  const events = written(state, brief, stamp);
  return isRefusal(events) ? events : [first, ...events];
};
