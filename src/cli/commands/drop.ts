// Verb `cairn drop`: removes a finished run's branch, places and archived files, but not its record.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isRefusal } from "../../core/refusal.ts";
import { shortId } from "../../core/words/short-id.ts";
import type { Picture, Sent, System } from "../../runtime/system.ts";
import { cleanLine } from "../../core/words/clean.ts";
import { stillMerged } from "../text/delivery-text.ts";
import { pick } from "../pick/pick.ts";
import { removeBody } from "../pull-request/body-file.ts";
import { sentAnswer } from "../text/sent.ts";
import type { Verb } from "../verb.ts";
import { speaker } from "../who.ts";
import { howMany } from "../../core/words/how-many.ts";
import { destructive, lossConfirmed, messageOf } from "./life.ts";

/** Counted before it is sent: files are removed after this verb's answer. */
const filesText = async (system: System, { run, folder }: Picture): Promise<string | null> => {
  const files = await system.files(run);
  if (isRefusal(files)) return null;
  const there = Object.keys(files).filter((path) => existsSync(join(folder, path)));
  return `${howMany(there.length, "file")} removed; \`cairn archive --back ${run}\` draws them again`;
};

/** What was removed, and what remains where. */
const goneText = (
  { run, work }: Picture,
  aside: readonly string[],
  remote: string | null,
  isSafe: boolean,
): readonly string[] => {
  if (work === undefined) return [];
  const { branch, head, merged } = work;
  return [
    `${cleanLine(branch)} and the run's places are gone`,
    ...(isSafe
      ? []
      : [
          `git keeps what landed for some weeks; to have it back: git branch ${cleanLine(branch)} ${shortId(head)}`,
        ]),
    ...(merged === null
      ? []
      : [`what was merged into ${cleanLine(merged.branch ?? "the checkout")} stays`]),
    ...aside.map((ref) => `commits on the branch that hadn't landed are kept: git log ${ref}`),
    ...(remote === null
      ? []
      : [
          `what ${remote} shows of it stays there: git push ${remote} --delete ${cleanLine(branch)}`,
          `on other machines that have it, type this, too: cairn drop ${run}`,
        ]),
    `its record stays: cairn log ${run}`,
  ];
};

/** Another machine dropped it. */
const againText = (remote: string | null): readonly string[] =>
  remote === null ? [] : ["its branch and places on this machine are gone, too"];

const branchText = (
  { branch, landed, merged, waiting }: NonNullable<Picture["work"]>,
  isSafe: boolean,
): string => {
  const unmerged = isSafe ? "" : `, which ${merged === null ? "aren't" : "aren't all"} merged`;
  const kept = waiting.some(({ byHand }) => byHand)
    ? "; commits of yours that haven't landed are kept under refs/cairn-aside/"
    : "";
  return `${cleanLine(branch)} with ${howMany(landed, "landing")}${unmerged}, and the run's places${kept}`;
};

export const drop: Verb = {
  name: "drop",
  person: "dropping a run",
  summary:
    "remove a finished run's branch and places, and its files if it is archived; its record stays",
  args: [
    { word: "RUN", must: false, means: "the run; the only one that was put away if not said" },
  ],
  options: destructive,
  example: ["cairn drop 0198f3", "cairn drop 0198f3 --yes"],
  run: async (context) => {
    const system = await context.system();
    const picked = await pick(context, system, { over: "away" });
    if (isRefusal(picked)) return picked;
    const { card } = picked;
    const whole = await system.picture(card.run);
    if (isRefusal(whole)) return whole;
    const reach = await (await system.delivery()).reach(card.run);
    const picture = stillMerged(whole, reach);
    const { work } = picture;
    const message =
      work === undefined || card.life === "archived" ? await messageOf(system, card, "drop") : null;
    const files = isRefusal(message) ? null : message;
    const isSafe =
      work === undefined ||
      work.landed === 0 ||
      work.merged?.whole === true ||
      reach?.is === "holds";
    const branch = work === undefined || work.dropped ? [] : [branchText(work, isSafe)];
    const losses = [
      ...branch,
      ...(files === null
        ? []
        : [
            "its files in the archive, which `cairn archive --back` draws again; others there stay",
          ]),
    ];
    const loss = {
      says: `removes ${losses.join(", and ")}`,
      asks: (run: string): string => `${run}: remove ${losses.join(", and ")}`,
    };
    // No confirmation for something that is refused anyway.
    const refused =
      branch.length > 0 || (work === undefined && files === null)
        ? await (await system.delivery()).undroppable(card.run)
        : null;
    if (refused !== null) return refused;
    const unsure = losses.length === 0 ? null : await lossConfirmed(context, card, loss);
    if (unsure !== null) return unsure;
    const by = await speaker(context, system);
    const filesGone = files === null ? null : await filesText(system, picture);
    const isHere = work !== undefined && !work.dropped;
    const places = work === undefined ? null : await (await system.delivery()).drop(card.run, by);
    if (isRefusal(places)) return places;
    if (places !== null) removeBody(system, card.run);
    const removed =
      files === null ? null : await system.send(card.run, [{ type: files.type, data: {} }], by);
    if (isRefusal(removed)) return removed;
    const { run, version }: Sent = removed ??
      places ?? { run: card.run, events: [], version: card.version };
    const sent = { run, version, events: [...(places?.events ?? []), ...(removed?.events ?? [])] };
    const after = [
      ...(isHere
        ? goneText(picture, places?.aside ?? [], places?.remote ?? null, isSafe)
        : againText(places?.remote ?? null)),
      ...(filesGone === null ? [] : [filesGone]),
    ];
    return sentAnswer(system, card.protocol, sent, {
      after: after.length === 0 ? null : after.join("\n  "),
    });
  },
};
