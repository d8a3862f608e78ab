// Documents of a run over MCP by name: files, proofs, events, commands.
import { criterionLook } from "../core/criterion-states.ts";
import { jobLines } from "../core/words/job-lines.ts";
import { oneLine } from "../core/words/quote.ts";
import { isRefusal, refuse, type Refusal } from "../core/refusal.ts";
import type { Card } from "../core/row.ts";
import { utf8Text } from "../core/utf8.ts";
import type { Criterion } from "../core/view.ts";
import { paged } from "./answer.ts";
import { commandsText } from "./commands.ts";
import { lineOf } from "./event-lines.ts";
import type { Call } from "./world.ts";

type Reading = (
  call: Call,
  card: Card,
  rest: string | null,
  from: number | undefined,
) => Promise<string | Refusal>;

const criterionLines = (criterion: Criterion): readonly string[] => {
  const { unit, number, text, check, proof, claim, waived, doubts = [] } = criterion;
  return [
    `${criterionLook(criterion).word}: ${oneLine(unit, 80)} ${number}. ${oneLine(text, 500)}`,
    ...(check === null ? [] : [`  check: ${oneLine(check, 300)}`]),
    ...(proof === null
      ? []
      : [
          proof.exit === null && proof.by !== "engine"
            ? `  judged by ${proof.by} at ${proof.at}`
            : `  run by ${proof.by} at ${proof.at}, exit ${proof.exit ?? "unknown"}`,
        ]),
    ...(proof === null || proof.digest === null ? [] : [`  its output: output/${proof.digest}`]),
    ...doubts.map((doubt) => `  ${oneLine(doubt, 300)}`),
    ...(claim === null ? [] : [`  claimed, proves nothing: ${oneLine(claim, 300)}`]),
    ...(waived === null ? [] : [`  waived: ${oneLine(waived, 300)}`]),
  ];
};

const evidence: Reading = async ({ system }, { run }, unit, from) => {
  const criteria = await system.evidence(run, unit ?? undefined);
  if (isRefusal(criteria)) return criteria;
  return criteria.length === 0
    ? "no criteria yet"
    : paged(criteria.flatMap(criterionLines).join("\n"), from);
};

/** Events per page, and the number of newest events shown by default. */
const mostEvents = 100;
const newestEvents = 30;

/** `from`: a version; returns the events after it. */
const log: Reading = async (
  call,
  { run, protocol, version },
  _rest,
  from = Math.max(0, version - newestEvents),
) => {
  const tell = await lineOf(call, protocol);
  const later = (await call.system.log(run)).filter((event) => event.version > from);
  const shown = later.slice(0, mostEvents);
  const last = shown.at(-1)?.version ?? from;
  return [
    ...(from > 0 && from < version ? [`[${from} events before these: read on with from: 0]`] : []),
    ...shown.map(
      (event) => `${event.at} ${event.by.kind}:${oneLine(event.by.name, 40)} ${tell(event)}`,
    ),
    ...(later.length > shown.length
      ? [`[${later.length - shown.length} events after these: read on with from: ${last}]`]
      : []),
    ...(later.length === 0 ? [`no event after version ${from}`] : []),
  ].join("\n");
};

const output: Reading = async ({ system }, _card, digest, from) => {
  const bytes =
    digest !== null && /^[0-9a-f]{64}$/u.test(digest) ? await system.workspace.kept(digest) : null;
  if (bytes === null)
    return refuse("OUTPUT_UNKNOWN", "no output is kept under this digest", {
      fits: 'read {"what": "evidence"} names them',
    });
  return paged(utf8Text(bytes) ?? `(${bytes.byteLength} bytes that are no text)`, from);
};

const readings: Readonly<Record<string, Reading>> = {
  jobs: async ({ system }, { run }, _rest, from) => {
    const standings = await system.standings(run);
    if (isRefusal(standings)) return standings;
    return standings.length === 0 ? "no job is due" : paged(jobLines(standings).join("\n"), from);
  },
  evidence,
  log,
  output,
  commands: async ({ system }, { protocol }, type, from) => {
    const text = commandsText(await system.messages(protocol), type);
    return isRefusal(text) ? text : paged(text, from);
  },
  files: async ({ system }, card, _rest, from) => {
    const files = await system.files(card.run);
    if (isRefusal(files)) return files;
    const lines = Object.entries(files).map(
      ([path, text]) => `${path} (${text.length} characters)`,
    );
    return paged([`in ${system.folder(card)}:`, ...lines].join("\n"), from);
  },
};

const file = async (
  { system }: Call,
  { run }: Card,
  path: string,
  from: number | undefined,
): Promise<string | Refusal> => {
  const files = await system.files(run);
  if (isRefusal(files)) return files;
  const text = Object.hasOwn(files, path) ? files[path] : undefined;
  if (text !== undefined) return paged(text, from);
  const near = Object.keys(files).slice(0, 20).join(", ");
  return refuse("FILE_UNKNOWN", `the run has nothing called ${path.slice(0, 200)}`, {
    fits: `${Object.keys(readings).join(", ")}, or one of its files: ${near}${Object.keys(files).length > 20 ? ", …" : ""}`,
  });
};

/** A document by its name: `log`, `evidence/UNIT`, `output/DIGEST`, or the path of a projected file. */
export const documentOf = async (
  call: Call,
  card: Card,
  what: string,
  from?: number,
): Promise<string | Refusal> => {
  const [word = "", ...behind] = what.split("/");
  const rest = behind.join("/");
  const reading = Object.hasOwn(readings, word) ? readings[word] : undefined;
  // A file may have a document's name, in a folder of that name.
  return reading === undefined
    ? file(call, card, what, from)
    : reading(call, card, rest === "" ? null : rest, from);
};
