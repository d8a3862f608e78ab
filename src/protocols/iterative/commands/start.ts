// The command that starts a run: its name, mode, domain, settings and lessons, from what was said and nothing that was guessed.
import { unnumbered } from "../../../core/rules/ahead.ts";
import { kebab } from "../../../core/documents/folder-name.ts";
import type { Flag } from "../../../core/message.ts";
import { isRefusal, refuse, refuseAll, type Refusal } from "../../../core/refusal.ts";
import { anybody } from "../../../core/sender.ts";
import { withConfigured } from "../../../kit/command.ts";
import * as t from "../../../kit/schema.ts";
import { inherited } from "../decider/inherited.ts";
import { oversized } from "../decider/step.ts";
import * as event from "../events.ts";
import { evolve } from "../evolve.ts";
import { guardrailsLimit, slugLimit, taskLimit } from "../limits.ts";
import {
  domainsOf,
  listedWords,
  type Meant,
  modeOf,
  namedDomain,
  wordsSay,
} from "../request-words.ts";
import { settingNames, settingsInput } from "../settings.ts";
import * as s from "../shapes.ts";
import { starting } from "../starting.ts";
import type { Guardrail, Mode } from "../state.ts";
import { world } from "../world.ts";
import { domainUnfit, written } from "./brief.ts";
import { opener } from "./declare.ts";
import { isSame, lessonFindings, lessonOf } from "./guardrails.ts";
import { startSettings } from "./settings.ts";

const startFields = {
  request: t.optional(t.means("what is wanted, in a sentence or more", t.text)),
  task: t.optional(
    t.means("its name, 1 to 120 characters; without it the request's first six words", t.text),
  ),
  slug: t.optional(t.means("the folder's name: a-z, 0-9 and hyphens, at most 40", t.text)),
  mode: t.optional(t.means("else the request's words tell", s.mode)),
  domain: t.optional(
    t.means(
      "feature, bug, refactor; or research, writing, analysis, planning (two: research,writing)",
      t.either(s.domain, t.text),
    ),
  ),
  brief: t.optional(s.briefInput),
  guardrails_from: t.optional(t.means("slug of an archived run to copy guardrails from", t.text)),
  guardrails: t.withExamples(
    [[{ name: "…", solution: "…", when: "…", problem: "…" }]],
    t.optional(t.means("lessons known from the start", t.list(s.guardrailInput))),
  ),
  settings: t.optional(settingsInput),
  origin: t.optional(t.text),
  run: t.optional(t.text),
  root: t.optional(t.text),
  files: s.files,
};
type Data = t.DataOf<typeof startFields>;

const unquoted = (text: string): string => text.replaceAll(/['\u2019]/gu, "");

/** The request's first six words; letters that are not allowed in folder names are kept if nothing else is left. */
export const taskFrom = (request: string): string => {
  const words = request.trim().split(/\s+/u).slice(0, 6).join(" ");
  const name = kebab(unquoted(words));
  return (name === "" ? words : name).slice(0, taskLimit);
};

/** Cut at a hyphen if it is too long; null if no letter is allowed in a name. */
export const slugFrom = (task: string): string | null => {
  const name = kebab(unquoted(task));
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

/** Asks only for the domain, because the mode follows from it. */
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

/** Named values take precedence over the request's words. */
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

/** If a brief names only its done-when criteria, the request is the goal. */
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

const goal: Flag = {
  name: "goal",
  means: "what is wanted, in a sentence or more",
  word: "TEXT",
  sentence: true,
  field: ["request"],
};

export const start = opener("Start", {
  means: "Starts a run: work for fresh agents in small units, each done only when others agree.",
  words: ["request"],
  flags: [goal],
  starts: starting,
  data: startFields,
  who: anybody,
  ...world.guardrailsOf,
  // A parent run passes the request as `goal`.
  completes: (data, beginning) => {
    const { goal, ...rest }: typeof data & { readonly goal?: unknown } = data;
    const requested = typeof goal === "string" ? { request: goal, ...rest } : data;
    return withConfigured(settingNames)(requested, beginning);
  },
  open: (data, stamp) => {
    const request = (data.request ?? data.brief?.outcome ?? data.task ?? "").trim();
    const task = taskOf(data, request);
    const slug = data.slug ?? slugFrom(task) ?? `run-${(data.run ?? "").slice(0, 6)}`;
    const meant = meantBy(request, data.mode ?? null, data.domain ?? data.brief?.domain ?? null);
    const mode = data.mode ?? (isRefusal(meant) ? "knowledge" : meant.mode);
    const { settings, findings: odd } = startSettings(data.settings, mode);
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
              fits: '`cairn run --later iterative "…"`',
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
    const first = event.runStarted({
      run: data.run ?? "",
      request,
      task,
      slug,
      ...meant,
      guardrails,
      settings,
      origin: data.origin ?? null,
    });
    const brief = briefGiven(data, request);
    if (brief === null) return [first];
    const events = written(evolve(null, unnumbered(first, stamp)), brief, stamp);
    return isRefusal(events) ? events : [first, ...events];
  },
});
